/** The person. Registration is implicit: who starts to play without a name gets a generated one. */

import { create } from "zustand";
import { api, type Schemas, unwrap } from "../shared/api";
import { say } from "../shared/words";

type Me = Schemas["Me"];

/** `undefined`: not loaded yet; `null`: not registered. */
export const useMe = create<{ me: Me | null | undefined }>(() => ({ me: undefined }));

export async function loadMe(): Promise<void> {
  useMe.setState({ me: await unwrap(api.GET("/api/me")) });
}

/** Register the person if there is none yet, and change the name if one is given. */
export async function ensureMe(name?: string): Promise<void> {
  const { me } = useMe.getState();
  if (me && (name === undefined || name === me.name)) return;
  const body = { name: name ?? guestName() };
  useMe.setState({ me: await unwrap(me ? api.POST("/api/me/name", { body }) : api.POST("/api/people", { body })) });
}

export async function recover(code: string): Promise<void> {
  useMe.setState({ me: await unwrap(api.POST("/api/people/recover", { body: { code } })) });
}

export async function newRecoveryCode(): Promise<string> {
  await ensureMe();
  return (await unwrap(api.POST("/api/me/recovery-code"))).recovery_code;
}

let generated: string | null = null;

/** Stays the same while the page is open. */
export function guestName(): string {
  const names = say("web.you.guests").split(", ");
  generated ??= `${names[Math.floor(Math.random() * names.length)]} ${10 + Math.floor(Math.random() * 90)}`;
  return generated;
}
