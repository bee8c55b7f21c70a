/** The person. Registration is implicit: who starts to play without a name gets a generated one. */

import { create } from "zustand";
import { answer, api } from "../shared/api";
import { say } from "../shared/words";

type Me = { id: string; name: string };

/** `undefined`: not loaded yet; `null`: not registered. */
export const useMe = create<{ me: Me | null | undefined }>(() => ({ me: undefined }));

export async function findMe(): Promise<void> {
  useMe.setState({ me: await answer(api.GET("/api/me")) });
}

/** Returns the person; registers one if there is none. */
export async function beSomebody(name?: string): Promise<void> {
  const { me } = useMe.getState();
  if (me && (name === undefined || name === me.name)) return;
  const body = { name: name ?? madeUpName() };
  useMe.setState({ me: await answer(me ? api.POST("/api/me/name", { body }) : api.POST("/api/people", { body })) });
}

export async function recover(code: string): Promise<void> {
  useMe.setState({ me: await answer(api.POST("/api/people/recover", { body: { code } })) });
}

export async function newCode(): Promise<string> {
  await beSomebody();
  return (await answer(api.POST("/api/me/recovery-code"))).recovery_code;
}

let madeUp: string | null = null;

/** Stays the same while the page is open. */
export function madeUpName(): string {
  const names = say("web.you.guests").split(", ");
  madeUp ??= `${names[Math.floor(Math.random() * names.length)]} ${10 + Math.floor(Math.random() * 90)}`;
  return madeUp;
}
