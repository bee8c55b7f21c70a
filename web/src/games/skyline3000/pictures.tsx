/** Cards and pieces as small drawings. */

import { paint } from "../../shared/Seal";
import type { Colour } from "../../shared/seats";
import styles from "./skyline3000.module.css";
import type { Amenity, Shape, Stack } from "./view";

/** A card: its kind as a sign, its number large. Figures are drawn by the style sheet, for the name says them already. */
export function CardPicture({ card }: { card: string }) {
  const [name = "", number = ""] = card.split(" ");
  const letter = SIGNS[name] ? undefined : name.charAt(0).toUpperCase();
  return (
    <span className={`${styles["card"]} ${styles[`card-${name}`] ?? ""}`} data-printed={number}>
      <span className={styles["sign"]} data-letter={letter}>
        <svg viewBox="0 0 24 20" aria-hidden>
          <path d={SIGNS[name] ?? SIGNS["contract"]} />
        </svg>
      </span>
    </span>
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  floor: "M0 10h20v7H0z M4 2h20v6H4z",
  roof: "M0 18v-4a12 11 0 0 1 24 0v4z",
  contract: "M2 2h8v16H2z M13 8h8v10h-8z",
  cards: "M2 4h9v14H2z M13 2h9v14h-9z",
};

/** A draw stack with its open top card. */
export function StackPicture({ stack }: { stack: Stack }) {
  return (
    <span className={styles["stack"]} data-size={Math.min(3, stack.size)}>
      {stack.top ? <CardPicture card={stack.top} /> : <span className={styles["gap"]} />}
      <span className={styles["size"]} data-size={stack.size} />
    </span>
  );
}

/** Several cards at a glance: sign and number, side by side. */
export function SmallCards({ cards }: { cards: readonly string[] }) {
  return (
    <span className={styles["chips"]} aria-hidden>
      {cards.map((card, n) => {
        const [name = "", number = ""] = card.split(" ");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal cards are alike
          <span key={n} className={`${styles["chip"]} ${styles[`card-${name}`] ?? ""}`}>
            <SmallSign name={name} />
            {number}
          </span>
        );
      })}
    </span>
  );
}

export function SmallSign({ name }: { name: string }) {
  const mark = SIGNS[name];
  if (mark === undefined) return <b>{name.charAt(0).toUpperCase()}</b>;
  return (
    <svg viewBox="0 0 24 20" aria-hidden>
      <path d={mark} />
    </svg>
  );
}

const AMENITY_SIGNS: Readonly<Record<Amenity, string>> = {
  "green space": "M2 20h20v-3H2z M4 16a8 9 0 0 1 16 0z",
  spaceport: "M2 20h20v-3H2z M9 16V8l3-5 3 5v8z",
  megamall: "M1 20h22v-7H1z M5 12V8h14v4z M9 7a3 3 0 0 1 6 0z",
};

export function AmenityPicture({ amenity }: { amenity: Amenity }) {
  return (
    <svg className={`${styles["amenity"]} ${styles[`amenity-${amenity}`] ?? ""}`} viewBox="0 0 24 24" aria-hidden>
      <path d={AMENITY_SIGNS[amenity]} />
    </svg>
  );
}

// --- pieces -----------------------------------------------------------------------------------------------------

const ROOFS: Readonly<Record<Shape, (width: number, base: number) => string>> = {
  barrel: (width, base) => `M0 ${base}v-3a${width / 2} 6 0 0 1 ${width} 0v3z`,
  gable: (width, base) => `M0 ${base}v-1L${width / 2} ${base - 9}l${width / 2} 8v1z`,
};

export function RoofPicture({ shape, colour }: { shape: Shape; colour: Colour }) {
  return (
    <svg className={`${styles["roof"]} ${styles["piece"]} ${paint(colour)}`} viewBox="-2 -2 28 16" aria-hidden>
      <path d={ROOFS[shape](24, 12)} />
    </svg>
  );
}

export function BillboardPicture({ colour }: { colour: Colour }) {
  return (
    <svg className={`${styles["board"]} ${styles["piece"]} ${paint(colour)}`} viewBox="0 0 32 32" aria-hidden>
      <path d="M3 4h26v16H3z" />
      <path className={styles["post"]} d="M9 20h3v10H9z M20 20h3v10h-3z" />
    </svg>
  );
}

/** A building from the side. */
export function Silhouette({ height, shape, colour }: { height: number; shape: Shape | null; colour: Colour }) {
  const top = shape ? 10 : 0;
  const tall = height * 7 + top;
  return (
    <svg
      className={`${styles["building"]} ${styles["piece"]} ${paint(colour)}`}
      viewBox={`-1 ${-tall} 18 ${tall + 1}`}
      aria-hidden
    >
      {Array.from({ length: height }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a floor is its level
        <path key={n} d={`M0 ${-7 * n}h16v-6h-16z`} />
      ))}
      {shape && <path d={ROOFS[shape](16, -7 * height)} />}
    </svg>
  );
}
