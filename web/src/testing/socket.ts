/** A fake WebSocket that tests control. */

import { vi } from "vitest";
import type { Schemas } from "../shared/api";

/** The fake network: tests disconnect and reconnect it. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: ({ do: string; id?: string } & Record<string, unknown>)[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly url: URL;

  constructor(url: string) {
    this.url = new URL(url);
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  open(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    return this;
  }

  receive(message: Schemas["SocketMessage"]): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  disconnect(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** The socket that was opened last. */
export function socket(): FakeSocket {
  const last = FakeSocket.all.at(-1);
  if (!last) throw new Error("nobody has connected");
  return last;
}

vi.stubGlobal("location", { protocol: "https:", host: "rooftop.example" });
vi.stubGlobal("WebSocket", FakeSocket);
