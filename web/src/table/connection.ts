/**
 * The WebSocket of a table. It reconnects with exponential back-off and resends unanswered commands. The `id` is an
 * idempotency key: the server runs a repeated command only once.
 */

import type { Schemas } from "../shared/api";
import { language } from "../shared/words";

export type Letter = Schemas["TableUpdate"];
export type Told = Schemas["SocketMessage"];

type Command = Schemas["SocketCommand"];
type Unnamed<C> = C extends unknown ? Omit<C, "id"> : never;

/** A command without its id. */
export type Wish = Unnamed<Command>;

/** Commands that change the table. They have an id and are resent until answered. */
const LASTING: ReadonlySet<Wish["do"]> = new Set<Extract<Command, { id: string }>["do"]>(["move", "undo", "say"]);

export interface Listener {
  told(message: Told): void;
  /** `false`: reconnecting. */
  connected(is: boolean): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** Delay before a command is resent that the server could not accept. */
const NOT_NOW_WAIT = 500;
const NOT_NOW: ReadonlySet<string> = new Set(["too_many", "unavailable"]);
/** Milliseconds without a message until the client sends a ping. After as long again the connection is dead. */
const SILENCE = 15_000;
/** The close code of a refused socket is this number plus an HTTP status. Most of these are permanent: do not retry. */
const REFUSED_CLOSE = 4000;
const LATER: ReadonlySet<number> = new Set([429, 503]);

export class Connection {
  private socket: WebSocket | null = null;
  private readonly unanswered = new Map<string, string>();
  private wait = FIRST_WAIT;
  private timer = 0;
  private heard = 0;
  private closed = false;
  private readonly watch = window.setInterval(() => this.checkAlive(), SILENCE);
  private readonly table: string;
  private readonly invitation: string | null;
  private readonly listener: Listener;
  /** The seat to request after a reconnect; null: the server chooses. */
  seat: number | null = null;

  constructor(table: string, invitation: string | null, listener: Listener) {
    this.table = table;
    this.invitation = invitation;
    this.listener = listener;
    window.addEventListener("online", this.connectNow);
    this.connect(null);
  }

  wish(wish: Wish): void {
    if (LASTING.has(wish.do)) {
      const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
      const text = JSON.stringify({ ...wish, id });
      this.unanswered.set(id, text);
      this.send(text);
    } else {
      this.send(JSON.stringify(wish));
    }
  }

  close(): void {
    this.closed = true;
    window.clearInterval(this.watch);
    window.clearTimeout(this.timer);
    window.removeEventListener("online", this.connectNow);
    this.drop();
  }

  private connect(seat: number | null): void {
    const query = new URLSearchParams({ language: language() });
    if (seat !== null) query.set("seat", String(seat));
    if (this.invitation !== null) query.set("invitation", this.invitation);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    socket.onopen = () => this.opened();
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as Told);
    socket.onclose = (event) => this.lost(event.code);
    this.socket = socket;
  }

  private opened(): void {
    this.heard = Date.now();
    this.listener.connected(true);
    for (const text of this.unanswered.values()) this.send(text);
  }

  private hear(message: Told): void {
    this.heard = Date.now();
    this.wait = FIRST_WAIT;
    if ((message.tell === "done" || message.tell === "refused") && message.id !== null) {
      if (message.tell === "refused" && NOT_NOW.has(message.error.code)) {
        this.sendLater(message.id);
        return;
      }
      this.unanswered.delete(message.id);
    }
    this.listener.told(message);
  }

  /** Retry a command that was rate limited or hit an unavailable database. */
  private sendLater(id: string): void {
    window.setTimeout(() => this.send(this.unanswered.get(id) ?? null), NOT_NOW_WAIT);
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.closed || (code >= REFUSED_CLOSE && !LATER.has(code - REFUSED_CLOSE))) return;
    this.listener.connected(false);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.connectNow, this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private readonly connectNow = (): void => {
    window.clearTimeout(this.timer);
    if (!this.closed && this.socket === null) this.connect(this.seat);
  };

  private checkAlive(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.heard;
    if (silent > 2 * SILENCE) {
      this.drop();
      this.lost(0);
    } else if (silent > SILENCE) {
      this.wish({ do: "ping" });
    }
  }

  /** Abandon the socket without waiting for the closing handshake: the connection may be half-open. */
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private send(text: string | null): void {
    if (text !== null && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}
