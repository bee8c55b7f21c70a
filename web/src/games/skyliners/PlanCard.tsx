/** A planning card turned up: its row, and the number at the edge that was chosen. */

import type { Colour } from "../../shared/seats";
import { SEGMENTS, type Segment } from "./model";

interface Props {
  readonly colour: Colour;
  readonly row: string;
  readonly planned: Segment;
  readonly right: boolean;
}

export function PlanCard({ colour, row, planned, right }: Props) {
  return (
    <span className={`open-card paint-${colour}`} data-right={right} aria-hidden>
      <b>{row}</b>
      {SEGMENTS.map((segment) => (
        <small key={segment} data-chosen={segment === planned}>
          {segment === 4 ? "4/5" : segment}
        </small>
      ))}
    </span>
  );
}
