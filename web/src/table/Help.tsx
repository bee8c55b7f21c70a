/** The list of keyboard shortcuts. */

import { Dialog } from "../shared/parts";
import { type Key, useSay } from "../shared/words";
import type { Game } from "./game";
import styles from "./Help.module.css";

const KEYS: readonly (readonly [string, Key])[] = [
  ["← ↑ → ↓", "web.table.key.arrows"],
  ["1 – 9", "web.table.key.numbers"],
  ["Enter", "web.table.key.enter"],
  ["Esc", "web.table.key.escape"],
  ["U", "web.table.key.undo"],
  ["H", "web.table.key.hint"],
  ["V", "web.table.key.view"],
  ["Q  E", "web.table.key.turn"],
  ["+  −", "web.table.key.zoom"],
  ["L", "web.table.key.log"],
  ["?", "web.table.key.help"],
];

const isKey = (name: string) => !name.startsWith("Wheel");

export function Help({ game, close }: { game: Game; close: () => void }) {
  const say = useSay();
  const own = Object.entries(game.shortcuts ?? {}).filter(([name]) => isKey(name));
  const all = [...KEYS, ...own.map(([name, key]) => [name.toUpperCase(), key.label] as const)];
  return (
    <Dialog title={say("web.table.keys")} close={close}>
      <dl className={styles["keys"]}>
        {all.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
