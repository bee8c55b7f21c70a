/** The state of the current table: the latest update, the selection and the actions. */

import { create } from "zustand";
import { ApiError, api, hasCode, type Presence, type Schemas, type TableInfo, unwrap } from "../shared/api";
import { hasSecrets } from "../shared/games";
import { useSettings } from "../shared/settings";
import { play } from "../shared/sound";
import { say } from "../shared/words";
import { chosenWith, fitting, theMove } from "./choosing";
import { Connection, type SocketMessage, type TableUpdate } from "./connection";
import type { Game, LogLine, Move, View } from "./game";
import { loadGame } from "./games";

type Trial = Schemas["Trial"];

/** What a bot advises, about one version of the view. */
export type Hint = Schemas["Hint"];
export type Suggestion = Hint["best"][number];

/** Milliseconds for which a forced move is shown before it is made. */
const SINGLE_MOVE_DELAY = 900;

/** How many announced lines are kept: more than come at once. */
const ANNOUNCED = 50;

export interface State {
  readonly game: Game | null;
  readonly update: TableUpdate | null;
  readonly log: readonly LogLine[];
  readonly chat: TableUpdate["chat"]["lines"];
  readonly connected: boolean;
  /** Why the server denies access to the table. */
  readonly denied: string | null;
  /** Who is at the table now. */
  readonly presence: Presence | null;
  /** Seconds by which the server's clock is ahead of ours. */
  readonly skew: number;
  /** How far the game is, while the server compiles it. */
  readonly preparing: string | null;
  readonly chosen: readonly string[];
  readonly trial: Trial | null;
  readonly hint: Hint | null;
  /** Whether the hint is shown: it was asked for. Otherwise only the coach knows of it. */
  readonly hintShown: boolean;
  /** Who waits for a hint. */
  readonly awaitsHint: "player" | "coach" | null;
  /** The move that the coach has warned of: once. */
  readonly warned: number | null;
  /** The move was confirmed before the coach knew what to think of it. */
  readonly confirmed: boolean;
  /** A command that changes the table is pending. */
  readonly pending: boolean;
  /** The text of the latest refusal. */
  readonly refusal: string | null;
  /** Places pointed at by something outside the scene. */
  readonly highlighted: readonly string[];
  /** The place that the keyboard is on or the pointer is over. */
  readonly focus: string | null;
  /** The last lines that screen readers say. Numbered, as the same may be said again. */
  readonly announced: readonly { readonly n: number; readonly text: string }[];
  readonly connection: Connection | null;
  /** The timer of a forced move. */
  readonly singleMoveTimer: number;
  /** False after an undo until the player's next decision. Otherwise forced moves would redo it at once. */
  readonly autoPlay: boolean;
  /** A queue of moves, by their texts. */
  readonly queue: readonly string[];
}

const INITIAL: State = {
  game: null,
  update: null,
  log: [],
  chat: [],
  connected: true,
  denied: null,
  presence: null,
  skew: 0,
  preparing: null,
  chosen: [],
  trial: null,
  hint: null,
  hintShown: false,
  awaitsHint: null,
  warned: null,
  confirmed: false,
  pending: false,
  refusal: null,
  highlighted: [],
  focus: null,
  announced: [],
  connection: null,
  singleMoveTimer: 0,
  autoPlay: true,
  queue: [],
};

export const useTable = create<State>(() => INITIAL);

const { getState: get, setState: set } = useTable;

/** Connect to a table. Returns a function to disconnect. The previous table stays visible until the first update. */
export function connect(id: string, invitation: string | null): () => void {
  const connection = new Connection(id, invitation, {
    onMessage: receive,
    onConnected: (connected) => {
      set({ connected });
      if (!connected) stopWaitingForHint(); // the answer is lost
    },
  });
  set({ connection, connected: true, denied: null, autoPlay: true, queue: [] });
  const unsubscribe = useSettings.subscribe(() => {
    scheduleSingleMove();
    askCoach();
  });
  return () => {
    unsubscribe();
    window.clearTimeout(get().singleMoveTimer);
    connection.close();
    set({ connection: null });
  };
}

// --- messages of the server ------------------------------------------------------------------------------------

function receive(message: SocketMessage): void {
  if (message.tell === "table") receiveUpdate(message);
  else if (message.tell === "refused") receiveRefusal(message.error, message.id !== null);
  else if (message.tell === "trial") receiveTrial({ move: message.move, view: message.view });
  else if (message.tell === "hint") receiveHint(message);
  else if (message.tell === "presence") receivePresence(message);
}

function receivePresence(presence: Presence): void {
  const { presence: earlier, update } = get();
  // A message that was late makes our clock look ahead: the soonest one is right.
  const skew = presence.now - Date.now() / 1000;
  set({ presence, skew: earlier ? Math.max(skew, get().skew) : skew });
  presence.chairs.forEach((chair, seat) => {
    const before = earlier?.chairs[seat];
    const player = update?.table.chairs[seat]?.name;
    if (!chair || !before || !player || before.here === chair.here) return;
    announce(say(chair.here ? "web.absence.is_back" : "web.absence.has_left", { player }));
  });
}

/** The server's time, in seconds. */
export const serverNow = (): number => Date.now() / 1000 + get().skew;

function receiveTrial(trial: Trial): void {
  const { game, update } = get();
  const move = chosenMove(get());
  if (!game || !update?.view || move?.id !== trial.move) return;
  set({ trial });
  const picked = get().chosen.length > 0 && !isSuggested(get(), move);
  if (picked && game.skipsConfirmation?.(move, update.view, trial.view)) confirm();
}

/** `ofChange`: of a command that would have changed the table. */
function receiveRefusal(error: Schemas["Error"], ofChange: boolean): void {
  // The coach keeps to itself that there is no advice.
  if (get().awaitsHint === "coach" && !ofChange && hasCode(error, "too_many", "not_your_turn")) {
    stopWaitingForHint();
    return;
  }
  set({ queue: [], awaitsHint: null, confirmed: false });
  if (hasCode(error, "preparing")) set({ preparing: error.text });
  else if (get().update === null) set({ denied: error.text });
  else set({ refusal: error.text });
  if (ofChange) set({ pending: false });
  if (hasCode(error, "stale")) set({ chosen: [], trial: null });
}

function receiveUpdate(received: TableUpdate): void {
  const update = { ...received, view: withResignations(received) };
  if (get().update?.table.id !== update.table.id) resetFor(update);
  const earlier = get();
  const log = [...earlier.log.slice(0, update.log.from), ...update.log.lines];
  const chat = [...earlier.chat.slice(0, update.chat.from), ...update.chat.lines];
  const sameView =
    earlier.update?.version === update.version &&
    earlier.update.seat === update.seat &&
    earlier.update.table.status === update.table.status &&
    earlier.update.view?.moves.length === update.view?.moves.length &&
    earlier.update.table.lesson?.step === update.table.lesson?.step;
  if (earlier.connection) earlier.connection.seat = update.seat;
  set({ update, log, chat, denied: null, preparing: null });
  if (!sameView) {
    set({ chosen: [], trial: null, pending: false, refusal: null, ...NO_HINT });
    if (get().queue.length > 0) playNext();
    else scheduleSingleMove();
    askCoach();
  }
  tellNews(earlier);
  if (get().game === null && update.view) void startGame(update.view.game);
}

/** Reset everything but the game, so that a new table reuses the scene. */
function resetFor({ table }: TableUpdate): void {
  const { connection, game, update, skew } = get();
  set({ ...INITIAL, connection, skew, game: update?.table.game === table.game ? game : null });
}

/** The view, corrected for what only the table knows: resignations, bots that play for people, pauses. */
function withResignations({ table, seat, view }: TableUpdate): View | null {
  if (!view) return null;
  if (table.status === "over") return { ...view, player: null, moves: [], winners: table.winners };
  const chair = seat === null ? null : table.chairs[seat];
  return chair?.resigned || chair?.substitute || table.clock?.paused ? { ...view, moves: [] } : view;
}

async function startGame(name: string): Promise<void> {
  const game = await loadGame(name);
  set({ game });
  scheduleSingleMove();
}

/** Announce what is new since an earlier state, and play sounds. */
function tellNews(earlier: State): void {
  const { update, log, chat } = get();
  if (!update || earlier.update === null) return;
  const sameSeat = earlier.update.seat === update.seat;
  if (!sameSeat) forgetAnnounced();
  // Seats are told different lines: the next person at the screen what is new since the own last move.
  const told = sameSeat ? earlier.log.length : update.log.since;
  const lines = log.slice(told).map(({ text }) => text);
  if (lines.length > 0) play("place");
  if (log.length < told) lines.push(say("web.table.undone"));
  const others = chat.slice(earlier.chat.length).filter(({ seat }) => seat === null || seat !== update.seat);
  lines.push(...others.map(({ name, text }) => `${name}: ${text}`));
  const mine = update.view?.player != null && update.view.player === update.seat;
  const wasMine = earlier.update.view?.player === update.seat;
  if (mine && !wasMine) {
    play("turn");
    lines.push(say("web.table.your_turn"));
  }
  announce(...lines);
}

/** Have screen readers say these lines, each once. */
export function announce(...lines: readonly string[]): void {
  set(({ announced }) => {
    const next = (announced.at(-1)?.n ?? 0) + 1;
    return { announced: [...announced, ...lines.map((text, n) => ({ n: next + n, text }))].slice(-ANNOUNCED) };
  });
}

/** With several people at one screen, the next one must not find what was said to this one. The numbers go on. */
function forgetAnnounced(): void {
  set(({ announced }) => ({ announced: announced.slice(-1).map(({ n }) => ({ n, text: "" })) }));
}

function scheduleSingleMove(): void {
  const { update, game, singleMoveTimer, autoPlay } = get();
  window.clearTimeout(singleMoveTimer);
  if (!update?.view || !game || update.view.moves.length !== 1 || isCovered(get())) return;
  if (update.table.lesson?.reads) return; // no move is made at this step, and what is tried is refused
  requestTrial();
  if (useSettings.getState().takeSingleMoves && autoPlay && !update.table.lesson) {
    set({ singleMoveTimer: window.setTimeout(() => sendMove(), SINGLE_MOVE_DELAY) });
  }
}

// --- choosing ---------------------------------------------------------------------------------------------------

/** The legal moves of the viewing seat. */
export function movesOf(state: State): readonly Move[] {
  return state.update?.view?.moves ?? [];
}

export function chosenMove(state: State): Move | null {
  return state.game ? theMove(movesOf(state), state.chosen, state.game.choices) : null;
}

/** With several people at one screen: the seat whose turn it is now, or null if it has not changed. */
export function passesTo({ update }: State): number | null {
  const player = update?.view?.player ?? null;
  if (!update || player === null || player === update.seat) return null;
  const chair = update.table.chairs[player];
  return update.table.own_seats.includes(player) && !chair?.resigned && !chair?.substitute ? player : null;
}

/** Whether the turn has passed to another person at this screen, who must not see the secrets on it. */
export function isCovered(state: State): boolean {
  return hasSecrets(state.update?.table.game) && passesTo(state) !== null;
}

/** Choose a key. Choosing the last key of a complete move again confirms it. */
export function choose(...keys: string[]): void {
  const state = get();
  const { game, chosen, update } = state;
  const moves = movesOf(state);
  if (!game || !update?.view || state.pending || moves.length === 0 || keys.length === 0) return;
  const picked = game.pick?.(keys, update.view, chosen);
  if (picked === chosen) return;
  const move = chosenMove(state);
  const again = picked ? theMove(moves, picked, game.choices) === move : keys.every((key) => chosen.includes(key));
  if (move && chosen.length > 0 && again) confirm();
  else if (picked) select(picked);
  else if (fitting(moves, keys, game.choices).length === 0) askWhyNot([...keys, ...chosen]);
  else select(chosenWith(moves, chosen, keys, game.choices));
}

function select(chosen: readonly string[]): void {
  const { game } = get();
  set({ chosen, trial: null, refusal: null, confirmed: false });
  if (game && fitting(movesOf(get()), chosen, game.choices).length === 0) askWhyNot(chosen);
  else requestTrial();
}

export function unchoose(): void {
  set({ chosen: [], trial: null, refusal: null, hintShown: false, confirmed: false });
}

function requestTrial(): void {
  const { update, connection } = get();
  const move = chosenMove(get());
  if (!move || update?.seat == null) return;
  connection?.send({ do: "try", seat: update.seat, version: update.version, move: move.id });
}

/** Ask the server why a move is illegal. */
function askWhyNot(keys: readonly string[]): void {
  const { game, update, connection } = get();
  const view = update?.view;
  if (!game || !view || update?.seat == null) return;
  const text = game.refusedText?.(keys, view) ?? null;
  if (text !== null) connection?.send({ do: "try", seat: update.seat, version: update.version, move: text });
  else showRefusal(game.refusal?.(keys, view, say) ?? null);
}

// --- actions ------------------------------------------------------------------------------------------------------

export function confirm(): void {
  const state = get();
  const move = chosenMove(state);
  if (state.awaitsHint === "coach") set({ confirmed: true });
  else if (move && state.warned !== move.id && weakness(state, move)) set({ warned: move.id });
  else {
    set({ autoPlay: true });
    sendMove();
  }
}

/** Make several moves in sequence. Stops at the first illegal one. */
export function playMoves(texts: readonly string[]): void {
  if (get().pending) return;
  set({ autoPlay: true, queue: texts });
  playNext();
}

function playNext(): void {
  const [text, ...rest] = get().queue;
  const move = movesOf(get()).find((one) => one.text === text);
  set({ queue: move ? rest : [] });
  sendMove(move ?? null);
}

function sendMove(move = chosenMove(get())): void {
  const { update, pending, connection, singleMoveTimer } = get();
  if (!move || pending || update?.seat == null) return;
  window.clearTimeout(singleMoveTimer);
  set({ pending: true, refusal: null });
  connection?.send({ do: "move", seat: update.seat, version: update.version, move: move.id });
}

/** Undo the selection or, if there is none, the last decision. */
export function undo(): void {
  const { update, pending, chosen, connection, singleMoveTimer } = get();
  if (chosen.length > 0) {
    unchoose();
  } else if (update?.undo && update.seat !== null && !pending) {
    window.clearTimeout(singleMoveTimer);
    set({ pending: true, autoPlay: false });
    connection?.send({ do: "undo", seat: update.seat, version: update.version });
  }
}

// --- hints and the coach -----------------------------------------------------------------------------------------

const NO_HINT = { hint: null, hintShown: false, awaitsHint: null, warned: null, confirmed: false } as const;

export function requestHint(): void {
  const { hint, update } = get();
  if (!update?.table.hints || update.seat === null || movesOf(get()).length === 0) return;
  if (hint) showHint(hint);
  else askForHint("player");
}

function askForHint(awaitsHint: "player" | "coach"): void {
  const { update, connection } = get();
  set({ awaitsHint });
  connection?.send({ do: "hint", seat: update?.seat ?? null });
}

/** The coach looks at every decision in advance, so that a warning need not be waited for. */
function askCoach(): void {
  const { update, hint, awaitsHint } = get();
  const coached = update?.table.hints && !update.table.lesson && useSettings.getState().coach;
  const knows = hint !== null || awaitsHint !== null;
  if (coached && !knows && movesOf(get()).length > 1 && !isCovered(get())) askForHint("coach");
}

function receiveHint(hint: Hint): void {
  const { update, awaitsHint } = get();
  if (hint.version !== update?.version) return;
  set({ hint });
  if (awaitsHint === "player") showHint(hint);
  stopWaitingForHint();
}

function stopWaitingForHint(): void {
  const { confirmed } = get();
  set({ awaitsHint: null, confirmed: false });
  if (confirmed) confirm();
}

/** Show the suggestions, with the best one chosen. */
function showHint(hint: Hint): void {
  const [best] = hint.best;
  if (!best) return;
  set({ hintShown: true });
  follow(best);
}

/** Choose what is suggested. */
export function follow({ move: id, view }: Suggestion): void {
  const { game } = get();
  const move = movesOf(get()).find((one) => one.id === id);
  if (game && move) set({ chosen: [...game.choices(move)], trial: { move: id, view }, refusal: null });
}

export function isSuggested({ hint, hintShown }: State, move: Move): boolean {
  return hintShown && (hint?.best.some((one) => one.move === move.id) ?? false);
}

/** What the coach thinks of a move, if it is a weak one. */
export function weakness({ hint }: State, move: Move): Hint["weak"][number] | null {
  if (!useSettings.getState().coach) return null;
  return hint?.weak.find((weak) => weak.move === move.id) ?? null;
}

export function lookFrom(seat: number): void {
  get().connection?.send({ do: "look", seat });
}

/** Go on from a step of a lesson that is only to be read. */
export function goOn(step: number): void {
  get().connection?.send({ do: "go on", step });
}

export function leaveLesson(): void {
  get().connection?.send({ do: "leave lesson" });
}

export function resign(): void {
  const { update, connection } = get();
  if (update?.seat != null) connection?.send({ do: "resign", seat: update.seat });
}

/** Say what to do about the player whom the table waits for. */
export function vote(choice: Schemas["Vote"]["choice"], level: string | null): void {
  get().connection?.send({ do: "vote", choice, level });
}

/** Take the own seat back from a bot. */
export function comeBack(): void {
  get().connection?.send({ do: "come back" });
}

export function pause(): void {
  get().connection?.send({ do: "pause" });
}

export function resume(): void {
  get().connection?.send({ do: "resume" });
}

export function chat(text: string): void {
  get().connection?.send({ do: "say", text });
}

export function highlight(places: readonly string[]): void {
  set({ highlighted: places });
}

export function focusOn(place: string | null): void {
  if (get().focus !== place) set({ focus: place });
}

export function showRefusal(text: string | null): void {
  set({ refusal: text });
}

/** Open or join the rematch, and start it if everybody is seated. */
export async function rematch(): Promise<TableInfo | null> {
  const { update } = get();
  if (!update) return null;
  try {
    const again = { params: { path: { table: update.table.id } } };
    const { table } = await unwrap(api.POST("/api/tables/{table}/rematch", again));
    const complete = table.chairs.every((chair) => chair.kind !== "free");
    if (!table.host || !complete || table.status !== "waiting") return table;
    const next = { params: { path: { table: table.id } } };
    return (await unwrap(api.POST("/api/tables/{table}/start", next))).table;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showRefusal(error.message);
    return null;
  }
}
