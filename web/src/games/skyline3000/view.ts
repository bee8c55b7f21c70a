/** The view of Skyline 3000. */

import type { Schemas } from "../../shared/api";

export type Skyline3000View = Schemas["Skyline3000View"];
export type Table = Schemas["Skyline3000Table"];
export type Move = Schemas["Skyline3000Move"];
export type Block = Schemas["Skyline3000Block"];
export type Standing = Schemas["Skyline3000Standing"];
export type Factory = Schemas["Skyline3000Factory"];
export type Stack = Schemas["Skyline3000Stack"];
export type Kind = Schemas["Skyline3000Draw"]["kind"];
export type Shape = Schemas["Skyline3000PutRoof"]["shape"];
export type District = Block["district"];
export type Amenity = Schemas["Skyline3000Auction"]["amenity"];

export const KINDS: readonly Kind[] = ["floor", "roof", "contract"];
export const SHAPES: readonly Shape[] = ["barrel", "gable"];

export const numberOf = (card: string): number => Number(card.split(" ")[1]);

export const totalOf = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + numberOf(card), 0);

/** The seat whose factory is shown: the viewer's own; for spectators, that of the deciding seat. */
export const shownSeat = (view: Skyline3000View): number => view.seat ?? view.player ?? view.table.key;
