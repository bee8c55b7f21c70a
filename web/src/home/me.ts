/** Who plays here. Nobody has to say who they are: whoever begins to play without a name is given one. */

import { create } from "zustand";
import { get, post } from "../shared/api";
import { say } from "../shared/words";

type Me = { id: string; name: string };

/** `undefined`: not asked yet; `null`: nobody yet. */
export const useMe = create<{ me: Me | null | undefined }>(() => ({ me: undefined }));

export async function findMe(): Promise<void> {
  useMe.setState({ me: await get("/api/me") });
}

/** Whoever asks is somebody afterwards. */
export async function beSomebody(name?: string): Promise<void> {
  const { me } = useMe.getState();
  if (me && (name === undefined || name === me.name)) return;
  const body = { name: name ?? madeUpName() };
  useMe.setState({ me: me ? await post("/api/me/name", { body }) : await post("/api/people", { body }) });
}

export async function recover(code: string): Promise<void> {
  useMe.setState({ me: await post("/api/people/recover", { body: { code } }) });
}

export async function newCode(): Promise<string> {
  await beSomebody();
  return (await post("/api/me/recovery-code")).recovery_code;
}

let madeUp: string | null = null;

/** The same one as long as the page is open. */
export function madeUpName(): string {
  const names = say("web.you.guests").split(", ");
  madeUp ??= `${names[Math.floor(Math.random() * names.length)]} ${10 + Math.floor(Math.random() * 90)}`;
  return madeUp;
}
