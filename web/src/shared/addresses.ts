export const addressOf = (table: string): string => `/table/${table}`;
