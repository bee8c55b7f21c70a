/** What a player has: the cards as far as they are shown, the factory, roofs and billboards. */

import parts from "../../shared/parts.module.css";
import { colourOf } from "../../shared/seats";
import type { PanelProps } from "../../table/game";
import { Silhouette, SmallCards, SmallSign } from "./pictures";
import styles from "./skyline3000.module.css";
import { SHAPES, type Skyline3000View } from "./view";
import { factoryText, handText, stockText } from "./words";

export function Panel({ view, trial, seat, words }: PanelProps<Skyline3000View>) {
  const { say } = words;
  const { table } = view;
  const hand = table.hands[seat];
  const factory = (trial ?? view).table.factories[seat];
  if (!hand || !factory) return null;
  const over = table.asked === "over";
  const known = (over ? hand.cards : hand.known) ?? [];
  return (
    <div className={styles["panel"]}>
      <p className={styles["marks"]}>
        {table.key === seat && <b className={styles["key"]}>{say("web_skyline3000.has_key")}</b>}
        {table.passed[seat] && <span>{say("web_skyline3000.passed")}</span>}
        {table.phase === "supply" && !over && (
          <span>{say("web_skyline3000.draws", { n: table.draws_due[seat] ?? 0 })}</span>
        )}
      </p>
      <p className={`${parts["unseen"]} ${styles["told"]}`}>
        {[handText, factoryText, stockText].map((tell) => tell(seat, table, words)).join("; ")}
      </p>
      <p className={styles["kinds"]} data-over={over} title={handText(seat, table, words)} aria-hidden>
        {hand.kinds ? (
          Object.entries(hand.kinds).map(([kind, n]) => <Count key={kind} sign={kind} n={n} />)
        ) : (
          <Count sign="cards" n={hand.size} />
        )}
        {known.length > 0 && <SmallCards cards={known} />}
      </p>
      <p
        className={styles["yard"]}
        title={`${factoryText(seat, table, words)}. ${stockText(seat, table, words)}.`}
        aria-hidden
      >
        {(["unfinished", ...SHAPES] as const).flatMap((group) =>
          factory[group].map((height, n) => (
            <Silhouette
              // biome-ignore lint/suspicious/noArrayIndexKey: buildings stand in a row
              key={`${group} ${n}`}
              height={height}
              shape={group === "unfinished" ? null : group}
              colour={colourOf(words, seat)}
            />
          )),
        )}
      </p>
    </div>
  );
}

function Count({ sign, n }: { sign: string; n: number }) {
  return (
    <span className={`${styles["chip"]} ${styles[`card-${sign}`] ?? ""}`}>
      <SmallSign name={sign} />
      {n}
    </span>
  );
}
