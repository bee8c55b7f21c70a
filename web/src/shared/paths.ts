export const tablePath = (table: string): string => `/table/${table}`;
