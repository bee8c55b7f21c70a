/**
 * The interface of a game. Everything else is the table's: the socket, the camera, choosing and confirming, the controls
 * for keyboard and screen reader, panels, log, chat, the end.
 *
 * A game is a folder `web/src/games/<name of the game>/` whose `index.ts` exports a `Game` as default, beside its card
 * (`shared/cards.ts`); nothing else has to be registered. It is plain functions of the view that the server has sent,
 * plus a few React components. It never runs rules: what may be done is in `view.moves`, what it would change is in the
 * view after a trial.
 *
 * Choosing. Each legal move is described by a few keys (`choices`): the pieces, cards and places that make it up, in any
 * order, for example `["floor", "c4"]`. The keys of places are those of `places`, all others those of `things` and their
 * `parts`. Whoever plays picks keys one by one, in the order they like; the table lights those that still lead to a move,
 * and when a single move is left it shows its ghost and its consequences and asks for confirmation. So the keys of one
 * move must not be a subset of the keys of another one: where something can be left out, leaving it out has a key too.
 *
 * Space. One unit is about the width of a building. x points east, y up, z south; a camera at angle 0 stands in the south,
 * at a quarter turn (Math.PI / 2) in the east.
 */

import type { ReactNode } from "react";
import type { BufferGeometry } from "three";
import type { Schemas } from "../shared/api";
import type { Colour, SeatLook } from "../shared/seats";
import type { Key, Say } from "../shared/words";

/** What a seat may know, of any game. */
export type View = Schemas["View"];

/** A legal move, in this kind of view. */
export type Move<V extends View = View> = V["moves"][number];

/** A line of the log, with the places and cards that it is about. */
export type LogLine = Schemas["LogLine"];

/** What texts need: translations, and how the seats are called and look at this table. */
export interface Words {
  readonly say: Say;
  /** The name of whoever sits there. */
  name(seat: number): string;
  readonly seats: readonly SeatLook[];
}

export type Vector = readonly [x: number, y: number, z: number];

/** Somewhere on the board that can be pointed at. */
export interface Place {
  readonly key: string;
  /** What a screen reader says: its name and what stands there. */
  readonly label: string;
  /** The middle of its ground. */
  readonly at: Vector;
  /** Its extent from west to east, from the ground up to the top of what stands there, and from north to south. */
  readonly size: Vector;
  /** Its frame of light lies on the ground, instead of on top of what stands there. */
  readonly flat?: boolean;
}

/** A piece in the scene. One that was not there before drops in from above, so the same piece keeps its key. */
export interface Piece {
  readonly key: string;
  /** One of the game's `shapes`. */
  readonly shape: string;
  /** The middle of its base. */
  readonly at: Vector;
  /** Whose façade it wears: a seat, `NEUTRAL`, or `PLAIN` for what nobody owns: white, without windows. */
  readonly seat: number;
  /** Turned around its axis, in radians. */
  readonly turn?: number;
  /** Drawn lower than its shape: the part of its height that is left. */
  readonly squeeze?: number;
  /** A colour laid over the façade, as CSS has it: for what nobody owns. */
  readonly tint?: string;
}

/** Geometries by name. */
export type Shapes = Readonly<Record<string, BufferGeometry>>;

export const NEUTRAL = 4;
export const PLAIN = 5;

/** Something to choose that does not lie on the board: a piece in hand, a card, a button. Shown in the action bar. */
export interface Thing {
  readonly key: string;
  readonly label: string;
  /** How many there are, where that matters. A thing of which none is left stays visible and cannot be chosen. */
  readonly count?: number;
  /** Its picture; without one the label is shown. */
  readonly picture?: ReactNode;
  /** Can be picked although no legal move has it: `pick` knows what it means, or the server says why not. */
  readonly free?: boolean;
  /** The heading under which it stands together with others. */
  readonly group?: string;
  /** What to choose of it: choosing a part chooses the thing too. Shown as small buttons on the picture. */
  readonly parts?: readonly { readonly key: string; readonly label: string; readonly short: string }[];
}

/** One thing a move would change. */
export interface Consequence {
  readonly text: string;
  /** Whom it concerns, for colour and order; own ones come first. */
  readonly seat?: number;
  readonly good?: boolean;
}

/** A step of the final scoring. The steps of one `source` make a column of the final table. */
export interface EndStep {
  readonly source: string;
  readonly text: string;
  readonly seat?: number;
  readonly points: number;
  /** What is turned up: a card, a tile. */
  readonly picture?: ReactNode;
  /** Places to light while the step is shown. */
  readonly places?: readonly string[];
  /** Pieces that come onto the board and stay. */
  readonly pieces?: readonly Piece[];
}

/** Light and colours of the scene, as CSS has them; one theme for the day and one for the night. */
export interface SceneTheme {
  /** Behind everything; the page's own background where missing. */
  readonly sky?: string;
  readonly sun: string;
  readonly sunlight: number;
  readonly shade: string;
  readonly shadelight: number;
  /** What the pieces of a colour look like; without it, the player's colour as it is. */
  readonly paint?: (colour: Colour) => string;
  /** The colour that frames what can be chosen; crane yellow where missing. */
  readonly highlight?: string;
  /** The colour of light in the windows of the pieces; dark where missing. */
  readonly windows?: string;
}

/** Where the camera stands. */
export interface Viewpoint {
  /** The middle of what is looked at, and its extent: all of it fits the window. */
  readonly centre: Vector;
  readonly extent: Vector;
  /** From which side a seat looks, in a window that is wider than high or in one that is not. */
  angle(seat: number, wide: boolean): number;
  /** How high the camera stands above the horizon, in radians; the straight-on view of key V has its own. */
  readonly elevation: number;
  readonly straightOn: number;
}

export interface BoardProps<V extends View> {
  readonly view: V;
  readonly words: Words;
  readonly night: boolean;
  /** Whether the window is wider than high. */
  readonly wide: boolean;
  /** Keys chosen so far. */
  readonly chosen: readonly string[];
}

export interface PlayerAreaProps<V extends View> extends Omit<BoardProps<V>, "wide"> {
  /** The view after the chosen move, where there is one and it can be known. */
  readonly trial: V | null;
  choose(...keys: string[]): void;
  /** Highlight places on the board, for as long as something is pointed at. */
  highlight(places: readonly string[]): void;
  /** All that has happened. */
  readonly log: readonly LogLine[];
  /** Make moves one after the other, given by their texts: a decision of several moves, such as a bid of several cards. */
  play(moves: readonly string[]): void;
}

export interface PanelProps<V extends View> {
  /** The view after the chosen move, where there is one and it can be known. */
  readonly trial: V | null;
  readonly view: V;
  readonly seat: number;
  readonly words: Words;
}

export interface Shortcut<V extends View> {
  /** What it does, for the list of all keys. */
  readonly label: Key;
  /** What is picked then; nothing where the key means nothing now. */
  picks(view: V, chosen: readonly string[]): readonly string[];
}

/** `V` is the game's own kind of view, among the `Schemas` of the server. */
export interface Game<V extends View = View> {
  readonly viewpoint: Viewpoint;
  readonly theme: { readonly day: SceneTheme; readonly night: SceneTheme };
  /**
   * The geometries of the pieces by name, made once for a table. Sides and top show the façade of their owner by their UVs;
   * colours of their corners, where they have them, are laid over it.
   */
  shapes(view: V): Shapes;

  places(view: V, words: Words): readonly Place[];
  pieces(view: V, words: Words, wide: boolean): readonly Piece[];
  /** What does not move: ground, streets, box, signs. */
  Board(props: BoardProps<V>): ReactNode;

  /** What there is to choose in the bar now, in the order of the keys 1 to 9. Also what cannot be chosen at the moment. */
  things(view: V, words: Words, chosen: readonly string[]): readonly Thing[];
  choices(move: Move<V>): readonly string[];
  /** The move as a button says it: "Floor on c4". */
  describe(move: Move<V>, view: V, words: Words): string;
  /** What is to be decided, in one line: "Build, or plan." Called for whoever decides. */
  prompt(view: V, words: Words): string;
  /** A ghost with the key of a standing piece is shown instead of it: what the move would pull down or take away. */
  ghost(move: Move<V>, view: V, wide: boolean): readonly Piece[];
  /**
   * What is chosen after these keys are picked, where the table's own way (as much of the earlier choice as goes together
   * with them) will not do: a place snaps to a legal one near by, a tile stays in hand as it was turned. May return keys that
   * no legal move has together; then the server is asked why not. Returns `chosen` itself where nothing is to happen.
   */
  pick?(keys: readonly string[], view: V, chosen: readonly string[]): readonly string[];
  /**
   * Whether a move is made as soon as it is chosen and tried, without being confirmed: the beginning of a gesture that can be
   * taken back, or what is too plain to ask about. `trial` is null where the view after it cannot be known.
   */
  skipsConfirmation?(move: Move<V>, view: V, trial: V | null): boolean;
  /** The text of the move meant by keys that no legal move has, so that the server can say why not. */
  refusedText?(keys: readonly string[], view: V): string | null;
  /** Why not, where the keys mean no move of any kind. */
  refusal?(keys: readonly string[], view: V, say: Say): string | null;
  /** What to show of such a move while it is pointed at. */
  refusedGhost?(keys: readonly string[], view: V): readonly Piece[];
  /** Own keys of the keyboard, by the key's name, and of the wheel, `WheelUp` and `WheelDown`. */
  readonly shortcuts?: Readonly<Record<string, Shortcut<V>>>;

  /** What is certain of a move, even where chance decides about the rest: what it costs, say. */
  knownConsequences?(move: Move<V>, view: V, words: Words): readonly Consequence[];
  /** What a move would change, by comparing two views; `trial` is the later one. */
  consequences(view: V, trial: V, words: Words): readonly Consequence[];
  /** The supplies of a seat, in the list of players. */
  Panel(props: PanelProps<V>): ReactNode;
  /** Points to show for a seat while the game is on, null where they are secret. */
  points(view: V, seat: number): number | null;
  /** What the player has in view apart from the city, beside the bar. */
  PlayerArea?(props: PlayerAreaProps<V>): ReactNode;
  /** One line about the state of the game: "Round 3, second action." */
  status(view: V, words: Words): string;
  /** The board in sentences, for those who do not see it. */
  text(view: V, words: Words): readonly string[];
  /** The final scoring, step by step. */
  end(view: V, words: Words): readonly EndStep[];
}
