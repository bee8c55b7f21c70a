/** All games, loaded on demand. Every folder in `web/src/games` is one. */

import type { Game } from "./game";

const FOLDERS = import.meta.glob<{ default: Game }>("../games/*/index.ts");

export async function loadGame(name: string): Promise<Game> {
  const load = FOLDERS[`../games/${name}/index.ts`];
  if (load === undefined) throw new Error(`no client for ${name}`);
  return (await load()).default;
}
