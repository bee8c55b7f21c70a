/** What lies before you: your five rows as a street front, the planning office, your skyscraper card. */

import parts from "../../shared/parts.module.css";
import { paint, Seal } from "../../shared/Seal";
import { colourOf } from "../../shared/seats";
import type { PlayerAreaProps, Words } from "../../table/game";
import { type District, parse, ROWS, type SkylinersView, sitesOfRow, stack } from "./model";
import styles from "./skyliners.module.css";
import { districtText, planFor, planText } from "./words";

export function PlayerArea({ view, trial, words, highlight }: PlayerAreaProps<SkylinersView>) {
  const { say } = words;
  const seat = view.seat;
  const district = seat === null ? null : view.table.districts[seat];
  return (
    <div className={styles["player-area"]}>
      {seat !== null && (
        <section aria-label={say("web_skyliners.front")}>
          <h3>{say("web_skyliners.front")}</h3>
          <ol className={styles["front"]}>
            {ROWS.map((row, n) => (
              <FrontRow key={row} row={n} seat={seat} view={view} trial={trial} words={words} highlight={highlight} />
            ))}
          </ol>
        </section>
      )}
      {view.variant === "full" && <Office view={view} words={words} />}
      {seat !== null && district && (
        <DistrictCard district={district} seat={seat} view={view} words={words} highlight={highlight} />
      )}
    </div>
  );
}

// --- the street front ---------------------------------------------------------------------------------------------

interface FrontProps extends Pick<PlayerAreaProps<SkylinersView>, "view" | "trial" | "words" | "highlight"> {
  readonly row: number;
  readonly seat: number;
}

function FrontRow({ row, seat, view, trial, words, highlight }: FrontProps) {
  const { say } = words;
  const name = ROWS[row] ?? "";
  const sites = sitesOfRow(view, seat, row);
  const seen = view.table.seen[seat]?.[row] ?? 0;
  const after = trial?.table.seen[seat]?.[row] ?? seen;
  const { planned, right } = planFor(trial ?? view, name) ?? {};
  const label = say(after === seen ? "web_skyliners.front_row" : "web_skyliners.front_change", {
    row: name,
    seen,
    after,
  });
  const plan = planned && say("web_skyliners.front_plan", { planned: say(`skyliners.segment.${planned}`) });
  return (
    <li data-changed={after !== seen} onPointerEnter={() => highlight(sites)} onPointerLeave={() => highlight([])}>
      <Elevation stacks={sites.map((site) => stack(trial ?? view, site))} />
      <p>
        <span className={parts["unseen"]}>{plan ? `${label}; ${plan}` : label}</span>
        <span aria-hidden>
          <b>{name}</b> {after === seen ? seen : `${seen}→${after}`}
        </span>
        {planned && (
          <span className={styles["plan"]} data-slot="plan" data-right={right} title={plan ?? ""} aria-hidden>
            {planned === 4 ? "4/5" : planned}
          </span>
        )}
      </p>
    </li>
  );
}

const HEIGHTS = { floor: 2, roof: 1, park: 0.5 };
const FRONT_WIDTH = 44;
const FRONT_HEIGHT = 66;

/** A row straight from the front: what stands farther back is a little narrower and paler, and hidden where it is hidden. */
function Elevation({ stacks }: { stacks: readonly (readonly string[])[] }) {
  const heights = stacks.map((stacked) => stacked.reduce((sum, piece) => sum + HEIGHTS[parse(piece).name], 0));
  const unit = Math.min(7, (FRONT_HEIGHT - 6) / Math.max(1, ...heights));
  const backToFront = stacks.map((stacked, position) => ({ stacked, position })).reverse();
  return (
    <svg viewBox={`0 0 ${FRONT_WIDTH} ${FRONT_HEIGHT}`} aria-hidden>
      {backToFront.map(({ stacked, position }) => (
        <Building key={position} stacked={stacked} inset={2 + 2 * position} unit={unit} paleness={position / 8} />
      ))}
      <line x1="0" x2={FRONT_WIDTH} y1={FRONT_HEIGHT - 0.5} y2={FRONT_HEIGHT - 0.5} />
    </svg>
  );
}

interface BuildingProps {
  readonly stacked: readonly string[];
  readonly inset: number;
  readonly unit: number;
  readonly paleness: number;
}

function Building({ stacked, inset, unit, paleness }: BuildingProps) {
  let ground = FRONT_HEIGHT;
  return stacked.map((piece, level) => {
    const { colour, name } = parse(piece);
    const height = HEIGHTS[name] * unit;
    ground -= height;
    const [left, right] = [inset, FRONT_WIDTH - inset];
    const outline =
      name === "roof"
        ? `M${left},${ground + height} L${FRONT_WIDTH / 2},${ground} L${right},${ground + height} Z`
        : `M${left},${ground + height} V${ground} H${right} V${ground + height} Z`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a floor is its level
      <g key={level} className={name === "park" ? styles["paint-park"] : paint(colour)}>
        <path className={styles["wall"]} d={outline} />
        <path className={styles["haze"]} d={outline} opacity={paleness} />
      </g>
    );
  });
}

// --- planning office and skyscraper card --------------------------------------------------------------------------

function Office({ view, words }: { view: SkylinersView; words: Words }) {
  const { say } = words;
  return (
    <section className={styles["office"]} aria-label={say("web_skyliners.office")}>
      <h3>{say("web_skyliners.office")}</h3>
      {view.table.plans.length === 0 && <p>{say("web_skyliners.office_empty")}</p>}
      <ol>
        {view.table.plans.map((plan, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place in the pile
          <li key={n} title={planText(view, plan, n, words)}>
            <span className={parts["unseen"]}>{planText(view, plan, n, words)}</span>
            <Seal seat={plan.seat} look={{ colour: colourOf(words, plan.seat), letter: plan.row ?? "" }} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface DistrictProps extends Pick<PlayerAreaProps<SkylinersView>, "view" | "words" | "highlight"> {
  readonly district: District;
  readonly seat: number;
}

function DistrictCard({ district, seat, view, words, highlight }: DistrictProps) {
  const { say } = words;
  const sites = view.table.own_district;
  // As it lies before the seat: the far side on top.
  const rows = [4, 3, 2, 1, 0].map((position) => ROWS.map((_, row) => sitesOfRow(view, seat, row)[position] ?? ""));
  const text = districtText(district, words);
  return (
    <section
      className={styles["district"]}
      aria-label={say("web_skyliners.district")}
      onPointerEnter={() => highlight(sites)}
      onPointerLeave={() => highlight([])}
    >
      <h3>{say("web_skyliners.district")}</h3>
      <p className={parts["unseen"]}>{text}</p>
      <svg viewBox="0 0 50 50" aria-hidden>
        <title>{text}</title>
        {rows.flatMap((line, y) =>
          line.map((site, x) => (
            <rect
              key={site}
              x={x * 10 + 1}
              y={y * 10 + 1}
              width="8"
              height="8"
              rx="1"
              data-inside={sites.includes(site)}
            />
          )),
        )}
      </svg>
    </section>
  );
}
