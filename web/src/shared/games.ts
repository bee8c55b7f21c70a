/** The games as the server describes them. */

import { create } from "zustand";
import { api, type GameInfo, unwrap } from "./api";
import { CARDS } from "./cards";
import type { SeatLook } from "./seats";
import { useSettings } from "./settings";
import type { Key, Say } from "./words";

const AGAIN = 4000;

/** Those that this client can play, in the order of their cards; null until the server has responded. */
export const useGames = create<{ games: readonly GameInfo[] | null }>(() => ({ games: null }));

export function useGame(name: string | undefined): GameInfo | null {
  return useGames(({ games }) => games?.find((game) => game.name === name) ?? null);
}

/** Whether its seats have secrets from one another. What is not known yet may have some. */
export function hasSecrets(name: string | undefined): boolean {
  return useGames.getState().games?.find((game) => game.name === name)?.secrets ?? true;
}

/** Load them, with retries, and again when the language changes: the names of the seats are localized. */
export function loadGames(): void {
  void load();
  useSettings.subscribe(({ language }, before) => {
    if (language !== before.language) void load();
  });
}

async function load(): Promise<void> {
  try {
    const { games } = await unwrap(api.GET("/api/games"));
    useGames.setState({ games: [...CARDS.keys()].flatMap((name) => games.filter((game) => game.name === name)) });
  } catch {
    window.setTimeout(load, AGAIN);
  }
}

/** A translation key that every game has. */
export const gameKey = (game: string, key: string): Key => `${game}.${key}` as Key;

export function looksOf({ name, seat_colours }: GameInfo, say: Say): readonly SeatLook[] {
  return seat_colours.map((colour) => ({
    colour,
    letter: say(gameKey(name, `letters.${colour}`)).toUpperCase(),
  }));
}
