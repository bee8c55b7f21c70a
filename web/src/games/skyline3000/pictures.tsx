/** Cards and pieces as small drawings. */

import { type Amenity, COLOURS, type Kind, type Shape, type Stack } from "./view";

/** A card: its kind as a sign, its number large. */
export function CardPicture({ card }: { card: string }) {
  const [name = "", number = ""] = card.split(" ");
  return (
    <svg className={`moon-card moon-card-${name}`} viewBox="0 0 40 56" aria-hidden>
      <rect className="face" x="1" y="1" width="38" height="54" rx="4" />
      <rect className="sign" x="1" y="1" width="38" height="24" rx="4" />
      <Sign name={name} />
      <text x="20" y="47" textAnchor="middle">
        {number}
      </text>
    </svg>
  );
}

function Sign({ name }: { name: string }) {
  if (name === "floor") return <path className="mark" d="M9 14h22v6H9z M13 7h22v5H13z" />;
  if (name === "roof") return <path className="mark" d="M8 20v-3a12 10 0 0 1 24 0v3z M14 20v-4h4v4z M22 20v-4h4v4z" />;
  return (
    <>
      <path className="mark" d="M8 8h6v13H8z M16 12h6v9h-6z" />
      <text className="letter" x="30" y="19" textAnchor="middle">
        {name.charAt(0).toUpperCase()}
      </text>
    </>
  );
}

/** A draw stack with its open top card. */
export function StackPicture({ kind, stack }: { kind: Kind; stack: Stack }) {
  return (
    <span className="moon-stack" data-size={Math.min(3, stack.size)}>
      {stack.top ? <CardPicture card={stack.top} /> : <span className={`moon-gap moon-gap-${kind}`} />}
      <span className="size">{stack.size}</span>
    </span>
  );
}

/** Several cards at a glance: sign and number, side by side. */
export function SmallCards({ cards }: { cards: readonly string[] }) {
  return (
    <span className="moon-chips" aria-hidden>
      {cards.map((card, n) => {
        const [name = "", number = ""] = card.split(" ");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal cards are alike
          <span key={n} className={`moon-chip moon-card-${name}`}>
            <SmallSign name={name} />
            {number}
          </span>
        );
      })}
    </span>
  );
}

const SMALL_SIGNS: Readonly<Record<string, string>> = {
  floor: "M1 7h10v3H1z M3 3h10v3H3z",
  roof: "M1 10V8a6 6 0 0 1 12 0v2z",
  contract: "M1 11V2h5v9z M8 11V5h5v6z",
};

export function SmallSign({ name }: { name: string }) {
  const mark = SMALL_SIGNS[name];
  if (mark === undefined) return <b>{name.charAt(0).toUpperCase()}</b>;
  return (
    <svg viewBox="0 0 14 12" aria-hidden>
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
    <svg className={`moon-amenity moon-amenity-${amenity.replace(" ", "-")}`} viewBox="0 0 24 24" aria-hidden>
      <path d={AMENITY_SIGNS[amenity]} />
    </svg>
  );
}

// --- pieces -----------------------------------------------------------------------------------------------------

const paint = (seat: number) => `moon-piece paint-${COLOURS[seat] ?? "neutral"}`;

const ROOFS: Readonly<Record<Shape, (width: number, base: number) => string>> = {
  barrel: (width, base) => `M0 ${base}v-3a${width / 2} 6 0 0 1 ${width} 0v3z`,
  gable: (width, base) => `M0 ${base}v-1L${width / 2} ${base - 9}l${width / 2} 8v1z`,
};

export function RoofPicture({ shape, seat }: { shape: Shape; seat: number }) {
  return (
    <svg className={`moon-roof ${paint(seat)}`} viewBox="-2 -2 28 16" aria-hidden>
      <path d={ROOFS[shape](24, 12)} />
    </svg>
  );
}

/** Shape of a roof without an owner. */
export function ShapeSign({ shape }: { shape: Shape }) {
  return (
    <svg className="moon-shape" viewBox="-1 -1 18 12" aria-hidden>
      <path d={ROOFS[shape](16, 10)} />
    </svg>
  );
}

export function BillboardPicture({ seat }: { seat: number }) {
  return (
    <svg className={`moon-board ${paint(seat)}`} viewBox="0 0 32 32" aria-hidden>
      <path d="M3 4h26v16H3z" />
      <path className="post" d="M9 20h3v10H9z M20 20h3v10h-3z" />
    </svg>
  );
}

/** A building from the side. */
export function Silhouette({ height, shape, seat }: { height: number; shape: Shape | null; seat: number }) {
  const top = shape ? 10 : 0;
  const tall = height * 7 + top;
  return (
    <svg className={`moon-building ${paint(seat)}`} viewBox={`-1 ${-tall} 18 ${tall + 1}`} aria-hidden>
      {Array.from({ length: height }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a floor is its level
        <path key={n} d={`M0 ${-7 * n}h16v-6h-16z`} />
      ))}
      {shape && <path d={ROOFS[shape](16, -7 * height)} />}
    </svg>
  );
}
