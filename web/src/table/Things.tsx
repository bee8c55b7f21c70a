/** The real things: pieces, cards, buttons. */

import { type ReactNode, useMemo } from "react";
import { Badge } from "./Badge";
import { choosable, fitting } from "./choosing";
import controls from "./controls.module.css";
import type { Game, Thing, View, Words } from "./game";
import { choose } from "./store";
import styles from "./Things.module.css";

interface ThingsProps {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
  readonly chosen: readonly string[];
  /** What the lesson talks about. */
  readonly taught: readonly string[];
}

export function Things({ game, view, words, chosen, taught }: ThingsProps) {
  const things = useMemo(() => game.things(view, words, chosen), [game, view, words, chosen]);
  const can = useMemo(() => choosable(view.moves, game.choices), [view, game]);
  const groups = new Map<string, Thing[]>();
  for (const thing of things) groups.set(thing.group ?? "", [...(groups.get(thing.group ?? "") ?? []), thing]);
  const numberOf = (thing: Thing) => things.indexOf(thing) + 1;
  return (
    <div className={styles["things"]} data-slot="things">
      {[...groups].map(([group, members]) => (
        <fieldset key={group} aria-label={group || words.say("web.table.things")}>
          {group && <legend>{group}</legend>}
          <ul>
            {members.map((thing) => (
              <li key={thing.key}>
                <OneThing
                  thing={thing}
                  number={numberOf(thing)}
                  chosen={chosen}
                  taught={taught}
                  can={(thing.free ?? can.has(thing.key)) && thing.count !== 0}
                  canPart={(key) => fitting(view.moves, [thing.key, key], game.choices).length > 0}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  );
}

interface ThingProps {
  readonly thing: Thing;
  readonly number: number;
  readonly chosen: readonly string[];
  readonly taught: readonly string[];
  readonly can: boolean;
  readonly canPart: (key: string) => boolean;
}

function OneThing({ thing, number, chosen, taught, can, canPart }: ThingProps) {
  const { key, label, count, picture, parts } = thing;
  const isChosen = chosen.includes(key);
  const isTaught = taught.includes(key);
  const name = count === undefined ? label : `${label}, ${count}`;
  const face: ReactNode = picture ?? label;
  return (
    <div
      className={`${styles["thing"]} ${controls["controls"]}`}
      data-slot="thing"
      data-chosen={isChosen}
      data-can={can}
    >
      <button
        type="button"
        data-thing={key}
        data-number={number < 10 ? number : undefined}
        data-taught={isTaught || undefined}
        aria-label={name}
        aria-pressed={isChosen}
        disabled={!can}
        title={label}
        onClick={() => choose(key)}
      >
        {face} {count !== undefined && <Badge n={count} />}
      </button>
      {parts && (
        <fieldset className={`${styles["parts"]} ${controls["controls"]}`} data-slot="parts" aria-label={label}>
          {parts.map((part) => (
            <button
              key={part.key}
              type="button"
              data-part={part.key}
              data-taught={(isTaught && taught.includes(part.key)) || undefined}
              aria-label={`${label}: ${part.label}`}
              aria-pressed={isChosen && chosen.includes(part.key)}
              disabled={!can || !canPart(part.key)}
              title={part.label}
              onClick={() => choose(key, part.key)}
            >
              {part.short}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
