/** What the server tells of a game of Skyline 3000: `open_view` and `own_view` in Python. */

import type { Colour, View } from "../../table/game";

export type Kind = "floor" | "roof" | "contract";
export type Shape = "barrel" | "gable";
export type District = "red" | "yellow" | "blue";
export type Amenity = "green space" | "spaceport" | "megamall";
export type Asked =
  | "action"
  | "first floor"
  | "second floor"
  | "roof"
  | "contract"
  | "bid"
  | "amenity"
  | "draw"
  | "over";

export const KINDS: readonly Kind[] = ["floor", "roof", "contract"];
export const SHAPES: readonly Shape[] = ["barrel", "gable"];
export const COLOURS = ["orange", "purple", "green", "white"] as const satisfies readonly Colour[];
export const ROUNDS = 4;

export interface Standing {
  readonly seat: number;
  readonly floors: number;
  readonly tallest: number;
  readonly place: 1 | 2 | null;
  /** What a scoring would bring now, or has just brought. */
  readonly points: number;
}

export interface Block {
  readonly district: District;
  readonly free: number;
  readonly shape: Shape | null;
  readonly buildings: readonly { readonly seat: number; readonly height: number }[];
  readonly billboards: readonly number[];
  readonly green: number;
  readonly large: "spaceport" | "megamall" | null;
  /** Roof shapes and heights that can come next. */
  readonly shapes: readonly Shape[];
  readonly heights: readonly number[];
  readonly standing: readonly Standing[];
}

export interface Hand {
  readonly size: number;
  readonly kinds: Readonly<Record<Kind, number>>;
  readonly known: readonly string[];
  readonly cards: readonly string[] | null;
  readonly total: number | null;
}

export interface Stack {
  readonly size: number;
  readonly top: string | null;
  readonly renewed: boolean;
  readonly cards: readonly string[] | null;
  readonly hands: readonly string[] | null;
}

export type Factory = Readonly<Record<"unfinished" | Shape, readonly number[]>>;

export interface Moon {
  readonly key: number;
  readonly round: number;
  readonly phase: "building" | "amenities" | "supply" | "over";
  readonly asked: Asked;
  readonly passed: readonly boolean[];
  readonly card: string | null;
  readonly auction: { readonly number: number; readonly amenity: Amenity } | null;
  readonly house: readonly (readonly Amenity[])[];
  readonly bids: readonly (readonly string[])[] | null;
  readonly own_bid: readonly string[] | null;
  readonly draws: number;
  readonly draws_due: readonly number[];
  readonly points: readonly number[];
  readonly hands: readonly Hand[];
  readonly stacks: Readonly<Record<Kind, Stack>>;
  readonly discards: readonly string[];
  readonly floors: number;
  readonly factories: readonly Factory[];
  readonly roofs: readonly Readonly<Record<Shape, number>>[];
  readonly billboards: readonly number[];
  readonly blocks: Readonly<Record<string, Block>>;
}

export type MoonView = View<Moon>;

export const numberOf = (card: string): number => Number(card.split(" ")[1]);

export const totalOf = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + numberOf(card), 0);

/** Whose factory is shown: one's own; to those who look on, that of whoever decides. */
export const shownSeat = (view: MoonView): number => view.seat ?? view.player ?? view.table.key;
