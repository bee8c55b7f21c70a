/**
 * The WebSocket of a table. It reconnects with exponential back-off and resends unanswered commands. The `id` is an
 * idempotency key: the server runs a repeated command only once.
 */

import { hasCode, type Schemas } from "../shared/api";
import { language } from "../shared/words";

export type TableUpdate = Schemas["TableUpdate"];
export type SocketMessage = Schemas["SocketMessage"];

type SocketCommand = Schemas["SocketCommand"];
type WithoutId<C> = C extends unknown ? Omit<C, "id"> : never;

/** A command before it gets its id. */
export type Command = WithoutId<SocketCommand>;

/** Commands that change the table. They have an id and are resent until answered. */
const RESENT: ReadonlySet<Command["do"]> = new Set<Extract<SocketCommand, { id: string }>["do"]>([
  "move",
  "undo",
  "say",
]);

export interface Listener {
  onMessage(message: SocketMessage): void;
  /** `false`: reconnecting. */
  onConnected(connected: boolean): void;
}

const FIRST_BACKOFF = 300;
const LONGEST_BACKOFF = 8000;
/** Delay before a command is resent that the server could not accept. */
const RETRY_DELAY = 500;
/** Milliseconds without a message until the client sends a ping. After as long again the connection is dead. */
const PING_AFTER = 15_000;
/** The close code of a refused socket is this number plus an HTTP status. Most of these are permanent: do not retry. */
const REFUSED_CLOSE = 4000;
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 503]);

export class Connection {
  private socket: WebSocket | null = null;
  private readonly unanswered = new Map<string, string>();
  private backoff = FIRST_BACKOFF;
  private reconnectTimer = 0;
  private lastMessageAt = 0;
  private closed = false;
  private readonly keepAliveTimer = window.setInterval(() => this.checkAlive(), PING_AFTER);
  readonly table: string;
  readonly invitation: string | null;
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

  send(command: Command): void {
    if (RESENT.has(command.do)) {
      const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
      const text = JSON.stringify({ ...command, id });
      this.unanswered.set(id, text);
      this.transmit(text);
    } else {
      this.transmit(JSON.stringify(command));
    }
  }

  close(): void {
    this.closed = true;
    window.clearInterval(this.keepAliveTimer);
    window.clearTimeout(this.reconnectTimer);
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
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => this.disconnected(event.code);
    this.socket = socket;
  }

  private opened(): void {
    this.lastMessageAt = Date.now();
    this.listener.onConnected(true);
    for (const text of this.unanswered.values()) this.transmit(text);
  }

  private receive(message: SocketMessage): void {
    this.lastMessageAt = Date.now();
    this.backoff = FIRST_BACKOFF;
    if ((message.tell === "done" || message.tell === "refused") && message.id !== null) {
      if (message.tell === "refused" && hasCode(message.error, "too_many", "unavailable")) {
        this.retry(message.id);
        return;
      }
      this.unanswered.delete(message.id);
    }
    this.listener.onMessage(message);
  }

  /** Resend a command that was rate limited or hit an unavailable database. */
  private retry(id: string): void {
    window.setTimeout(() => this.transmit(this.unanswered.get(id) ?? null), RETRY_DELAY);
  }

  private disconnected(code: number): void {
    this.socket = null;
    if (this.closed || (code >= REFUSED_CLOSE && !TRANSIENT_STATUSES.has(code - REFUSED_CLOSE))) return;
    this.listener.onConnected(false);
    window.clearTimeout(this.reconnectTimer);
    this.reconnectTimer = window.setTimeout(this.connectNow, this.backoff);
    this.backoff = Math.min(2 * this.backoff, LONGEST_BACKOFF);
  }

  private readonly connectNow = (): void => {
    window.clearTimeout(this.reconnectTimer);
    if (!this.closed && this.socket === null) this.connect(this.seat);
  };

  private checkAlive(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const silence = Date.now() - this.lastMessageAt;
    if (silence > 2 * PING_AFTER) {
      this.drop();
      this.disconnected(0);
    } else if (silence > PING_AFTER) {
      this.send({ do: "ping" });
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

  private transmit(text: string | null): void {
    if (text !== null && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}
