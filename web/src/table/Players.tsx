/** Who sits at the table, what they have left, and whose turn it is. */

import { useEffect, useState } from "react";
import type { ChairInfo } from "../shared/api";
import { lengthOf } from "../shared/clock";
import { levelName } from "../shared/levels";
import { paint, Seal } from "../shared/Seal";
import { colourOf } from "../shared/seats";
import { Clock, useLastSeconds } from "./Clock";
import type { Game, View, Words } from "./game";
import { orbitTo } from "./orbit";
import styles from "./Players.module.css";
import panel from "./panel.module.css";
import { serverNow, useTable } from "./store";

const LOOK_EVERY = 10_000; // milliseconds

interface Props {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
  readonly wide: boolean;
  /** The points counted so far, while the final scoring is played out. */
  readonly counted: readonly number[] | null;
  /** On a phone, with all that everybody has. */
  readonly open: boolean;
}

export function Players({ game, view, words, wide, counted, open }: Props) {
  const { say } = words;
  const chairs = useTable((state) => state.update?.table.chairs) ?? [];
  const trial = useTable((state) => state.trial?.view ?? null);
  const clock = useTable((state) => state.update?.table.clock ?? null);
  const presence = useTable((state) => state.presence);
  const awaySince = (seat: number) => presence?.chairs[seat]?.since ?? null;
  useLastSeconds(words);
  return (
    <section className={styles["players"]} data-slot="players" data-open={open} aria-label={say("web.table.players")}>
      <ol>
        {chairs.map((chair, seat) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
            key={seat}
            className={`${styles["player"]} ${paint(colourOf(words, seat))}`}
            data-slot="player"
            data-mine={seat === view.seat}
            data-away={awaySince(seat) !== null}
            aria-current={view.player === seat || undefined}
          >
            <h2>
              <button
                type="button"
                title={say("web.table.look_from", { player: words.name(seat) })}
                onClick={() => orbitTo(game.viewpoint.angle(seat, wide), game.viewpoint, false)}
              >
                <Seal seat={seat} look={words.seats[seat]} />
                <span className={styles["name"]}>{chair.name}</span>
              </button>
            </h2>
            {clock && chair.kind === "person" && <Clock clock={clock} seat={seat} words={words} />}
            <Points points={counted?.[seat] ?? view.scores?.[seat] ?? game.points(view, seat)} say={say} />
            <Remark chair={chair} mine={seat === view.seat} away={awaySince(seat)} say={say} />
            <game.Panel view={view} trial={trial} seat={seat} words={words} />
          </li>
        ))}
      </ol>
      {presence !== null && presence.spectators > 0 && (
        <p className={styles["spectators"]}>{say("web.absence.spectators", { n: presence.spectators })}</p>
      )}
    </section>
  );
}

function Points({ points, say }: { points: number | null; say: Words["say"] }) {
  if (points === null) return null;
  return <p className={styles["points"]}>{say("score.points", { n: points })}</p>;
}

interface RemarkProps {
  readonly chair: ChairInfo;
  readonly mine: boolean;
  /** When somebody who is away was last here. */
  readonly away: number | null;
  readonly say: Words["say"];
}

function Remark({ chair, mine, away, say }: RemarkProps) {
  const now = useMinutes();
  const remarks = [];
  if (mine) remarks.push(say("web.table.you"));
  if (chair.resigned) remarks.push(say("web.table.resigned"));
  else if (away !== null) remarks.push(say("web.absence.away", { time: lengthOf(Math.max(0, now - away)) }));
  if (chair.substitute) remarks.push(say("web.absence.plays", { level: levelName(chair.substitute, say) }));
  if (chair.kind === "bot" && chair.level) remarks.push(say("web.table.bot", { level: levelName(chair.level, say) }));
  return remarks.length > 0 ? <p className={panel["remark"]}>{remarks.join(", ")}</p> : null;
}

/** The server's time, read now and then. */
function useMinutes(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(serverNow()), LOOK_EVERY);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
