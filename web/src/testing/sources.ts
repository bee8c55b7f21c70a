/** The client's own files, for tests of how it is put together. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Source {
  /** Relative to `web/src`. */
  readonly path: string;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, "..");

export const SOURCES: readonly Source[] = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !path.endsWith(".gen.ts"))
  .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(FOLDER, path), "utf8") }));

/** The files that a file imports, relative to `web/src`, without packages and files elsewhere. */
export function importsOf({ path, text }: Source): readonly string[] {
  const root = "/web/src/";
  return [...text.matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)]
    .map(([, name = ""]) => new URL(name, `file://${root}${path}`).pathname)
    .filter((found) => found.startsWith(root))
    .map((found) => found.slice(root.length));
}
