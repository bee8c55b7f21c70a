/** The state of the current table: the latest update, the selection and the actions. */

import { create } from "zustand";
import { answer, api, Refused, type Schemas, type TableInfo } from "../shared/api";
import { useSettings } from "../shared/settings";
import { play } from "../shared/sound";
import { say } from "../shared/words";
import { chosenWith, fitting, theMove } from "./choosing";
import { Connection, type Letter, type Told } from "./connection";
import type { Game, Move, News, View } from "./game";
import { loadGame } from "./games";

type Trial = Schemas["Trial"];

/** Milliseconds for which a forced move is shown before it is made. */
const SINGLE_MOVE_SHOWN = 900;

export interface State {
  readonly game: Game | null;
  readonly letter: Letter | null;
  readonly log: readonly News[];
  readonly chat: Letter["chat"]["lines"];
  readonly connected: boolean;
  /** Why the server denies access to the table. */
  readonly shut: string | null;
  readonly chosen: readonly string[];
  readonly trial: Trial | null;
  readonly hint: number | null;
  /** A command that changes the table is pending. */
  readonly sent: boolean;
  /** The text of the latest refusal. */
  readonly refusal: string | null;
  /** Places pointed at by something outside the scene. */
  readonly shown: readonly string[];
  /** The place that the keyboard is on or the pointer is over. */
  readonly focus: string | null;
  /** The text for screen readers. */
  readonly told: string;
  readonly connection: Connection | null;
  /** The timer of a forced move. */
  readonly singleMove: number;
  /** False after an undo until the player's next decision. Otherwise forced moves would redo it at once. */
  readonly decidesAlone: boolean;
  /** A queue of moves, by their texts. */
  readonly following: readonly string[];
}

const NOTHING: State = {
  game: null,
  letter: null,
  log: [],
  chat: [],
  connected: true,
  shut: null,
  chosen: [],
  trial: null,
  hint: null,
  sent: false,
  refusal: null,
  shown: [],
  focus: null,
  told: "",
  connection: null,
  singleMove: 0,
  decidesAlone: true,
  following: [],
};

export const useTable = create<State>(() => NOTHING);

const { getState: now, setState: set } = useTable;

/** Connect to a table. Returns a function to disconnect. The previous table stays visible until the first update. */
export function enter(id: string, invitation: string | null): () => void {
  const connection = new Connection(id, invitation, { told: hear, connected: (connected) => set({ connected }) });
  set({ connection, connected: true, shut: null, decidesAlone: true, following: [] });
  const unsubscribe = useSettings.subscribe(considerSingleMove);
  return () => {
    unsubscribe();
    window.clearTimeout(now().singleMove);
    connection.close();
    set({ connection: null });
  };
}

// --- messages of the server ------------------------------------------------------------------------------------

function hear(message: Told): void {
  if (message.tell === "table") read(message);
  else if (message.tell === "refused") refused(message.error.code, message.error.text, message.id !== null);
  else if (message.tell === "trial") tried({ move: message.move, view: message.view });
  else if (message.tell === "hint") showHint(message.move, message.text);
}

function tried(trial: Trial): void {
  const { game, letter } = now();
  const move = chosenMove(now());
  if (!game || !letter?.view || move?.id !== trial.move) return;
  set({ trial });
  const picked = now().chosen.length > 0 && now().hint === null;
  if (picked && game.atOnce?.(move, letter.view, trial.view)) confirm();
}

/** `lasting`: the command was to change something. */
function refused(code: string, text: string, lasting: boolean): void {
  set({ following: [] });
  if (now().letter === null) set({ shut: text });
  else set({ refusal: text, told: text });
  if (lasting) set({ sent: false });
  if (code === "stale") set({ chosen: [], trial: null });
}

function read(told: Letter): void {
  const letter = { ...told, view: settled(told) };
  if (now().letter?.table.id !== letter.table.id) changeTables(letter);
  const earlier = now();
  const log = [...earlier.log.slice(0, letter.log.from), ...letter.log.lines];
  const chat = [...earlier.chat.slice(0, letter.chat.from), ...letter.chat.lines];
  const sameView =
    earlier.letter?.version === letter.version &&
    earlier.letter.seat === letter.seat &&
    earlier.letter.table.status === letter.table.status;
  if (earlier.connection) earlier.connection.seat = letter.seat;
  set({ letter, log, chat, shut: null });
  if (!sameView) {
    set({ chosen: [], trial: null, hint: null, sent: false, refusal: null });
    tell(earlier, letter);
    if (now().following.length > 0) playNext();
    else considerSingleMove();
  }
  if (now().game === null && letter.view) void start(letter.view.game);
}

/** Reset everything but the game, so that a new table reuses the scene. */
function changeTables({ table }: Letter): void {
  const { connection, game, letter } = now();
  set({ ...NOTHING, connection, game: letter?.table.game === table.game ? game : null });
}

/** The view, corrected for resignations, which only the table knows: they may end the game or pass a seat to a bot. */
function settled({ table, seat, view }: Letter): View | null {
  if (!view) return null;
  if (table.status === "over") return { ...view, player: null, moves: [], winners: table.winners };
  return seat !== null && table.chairs[seat]?.resigned ? { ...view, moves: [] } : view;
}

async function start(name: string): Promise<void> {
  const game = await loadGame(name);
  set({ game });
  considerSingleMove();
}

/** Announce news to screen readers and play sounds. */
function tell(earlier: State, letter: Letter): void {
  const { from, lines } = letter.log;
  if (earlier.letter === null) return;
  if (lines.length > 0 && from >= earlier.log.length) play("place");
  const mine = letter.view?.player != null && letter.view.player === letter.seat;
  const wasMine = earlier.letter.view?.player === letter.seat;
  if (mine && !wasMine) play("turn");
  const words = lines.map((line) => line.text);
  if (mine && !wasMine) words.push(say("web.table.your_turn"));
  if (words.length > 0) set({ told: words.join(" ") });
}

function considerSingleMove(): void {
  const { letter, game, singleMove, decidesAlone } = now();
  window.clearTimeout(singleMove);
  if (!letter?.view || !game || letter.view.moves.length !== 1 || isCovered(now())) return;
  askForTrial();
  if (useSettings.getState().takeSingleMoves && decidesAlone) {
    set({ singleMove: window.setTimeout(() => sendMove(), SINGLE_MOVE_SHOWN) });
  }
}

// --- choosing ---------------------------------------------------------------------------------------------------

/** The legal moves of the viewing seat. */
export function movesOf(state: State): readonly Move[] {
  return state.letter?.view?.moves ?? [];
}

export function chosenMove(state: State): Move | null {
  return state.game ? theMove(movesOf(state), state.chosen, state.game.choices) : null;
}

/** With several people at one screen: the seat whose turn it is now, or null if it has not changed. */
export function passesTo({ letter }: State): number | null {
  const player = letter?.view?.player ?? null;
  if (!letter || player === null || player === letter.seat) return null;
  return letter.table.own_seats.includes(player) && !letter.table.chairs[player]?.resigned ? player : null;
}

/** Whether the turn has passed to another person at this screen, who must not see the secrets on it. */
export function isCovered(state: State): boolean {
  return !!state.game?.secrets && passesTo(state) !== null;
}

/** Choose a key. Choosing the last key of a complete move again confirms it. */
export function choose(...keys: string[]): void {
  const state = now();
  const { game, chosen, letter } = state;
  const moves = movesOf(state);
  if (!game || !letter?.view || state.sent || moves.length === 0 || keys.length === 0) return;
  const picked = game.pick?.(keys, letter.view, chosen);
  if (picked === chosen) return;
  const move = chosenMove(state);
  const again = picked ? theMove(moves, picked, game.choices) === move : keys.every((key) => chosen.includes(key));
  if (move && chosen.length > 0 && again) confirm();
  else if (picked) take(picked);
  else if (fitting(moves, keys, game.choices).length === 0) askWhyNot([...keys, ...chosen]);
  else take(chosenWith(moves, chosen, keys, game.choices));
}

function take(chosen: readonly string[]): void {
  const { game } = now();
  set({ chosen, trial: null, refusal: null, hint: null });
  if (game && fitting(movesOf(now()), chosen, game.choices).length === 0) askWhyNot(chosen);
  else askForTrial();
}

export function unchoose(): void {
  set({ chosen: [], trial: null, refusal: null, hint: null });
}

function askForTrial(): void {
  const { letter, connection } = now();
  const move = chosenMove(now());
  if (!move || letter?.seat == null) return;
  connection?.wish({ do: "try", seat: letter.seat, version: letter.version, move: move.id });
}

/** Ask the server why a move is illegal. */
function askWhyNot(keys: readonly string[]): void {
  const { game, letter, connection } = now();
  const view = letter?.view;
  if (!game || !view || letter?.seat == null) return;
  const text = game.refusedText?.(keys, view) ?? null;
  if (text !== null) connection?.wish({ do: "try", seat: letter.seat, version: letter.version, move: text });
  else tellRefusal(game.refusal?.(keys, view, say) ?? null);
}

// --- doing ------------------------------------------------------------------------------------------------------

export function confirm(): void {
  set({ decidesAlone: true });
  sendMove();
}

/** Make several moves in sequence. Stops at the first illegal one. */
export function playMoves(texts: readonly string[]): void {
  if (now().sent) return;
  set({ decidesAlone: true, following: texts });
  playNext();
}

function playNext(): void {
  const [text, ...rest] = now().following;
  const move = movesOf(now()).find((one) => one.text === text);
  set({ following: move ? rest : [] });
  sendMove(move ?? null);
}

function sendMove(move = chosenMove(now())): void {
  const { letter, sent, connection, singleMove } = now();
  if (!move || sent || letter?.seat == null) return;
  window.clearTimeout(singleMove);
  set({ sent: true, refusal: null });
  connection?.wish({ do: "move", seat: letter.seat, version: letter.version, move: move.id });
}

/** Undo the selection or, if there is none, the last decision. */
export function undo(): void {
  const { letter, sent, chosen, connection, singleMove } = now();
  if (chosen.length > 0) {
    unchoose();
  } else if (letter?.undo && letter.seat !== null && !sent) {
    window.clearTimeout(singleMove);
    set({ sent: true, decidesAlone: false });
    connection?.wish({ do: "undo", seat: letter.seat, version: letter.version });
  }
}

export function askForHint(): void {
  const { letter, connection } = now();
  if (letter?.table.hints && letter.seat !== null && movesOf(now()).length > 0) {
    connection?.wish({ do: "hint", seat: letter.seat });
  }
}

function showHint(id: number, text: string): void {
  const { game } = now();
  const move = movesOf(now()).find((one) => one.id === id);
  if (!game || !move) return;
  set({ chosen: [...game.choices(move)], hint: id, trial: null, told: text });
  askForTrial();
}

export function lookFrom(seat: number): void {
  now().connection?.wish({ do: "look", seat });
}

export function resign(): void {
  const { letter, connection } = now();
  if (letter?.seat != null) connection?.wish({ do: "resign", seat: letter.seat });
}

export function chat(text: string): void {
  now().connection?.wish({ do: "say", text });
}

export function show(places: readonly string[]): void {
  set({ shown: places });
}

export function focusOn(place: string | null): void {
  if (now().focus !== place) set({ focus: place });
}

export function tellRefusal(text: string | null): void {
  set({ refusal: text, told: text ?? "" });
}

/** Open or join the rematch, and start it if everybody is seated. */
export async function rematch(): Promise<TableInfo | null> {
  const { letter } = now();
  if (!letter) return null;
  try {
    const again = { params: { path: { table: letter.table.id } } };
    const { table } = await answer(api.POST("/api/tables/{table}/rematch", again));
    const complete = table.chairs.every((chair) => chair.kind !== "free");
    if (!table.host || !complete || table.status !== "waiting") return table;
    const next = { params: { path: { table: table.id } } };
    return (await answer(api.POST("/api/tables/{table}/start", next))).table;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tellRefusal(error.message);
    return null;
  }
}
