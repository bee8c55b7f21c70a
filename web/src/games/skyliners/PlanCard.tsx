/** A planning card turned up: its row, and the number at the edge that was chosen. */

import { COLOURS, SEGMENTS, type Segment } from "./model";

interface Props {
  readonly seat: number;
  readonly row: string;
  readonly planned: Segment;
  readonly right: boolean;
}

export function PlanCard({ seat, row, planned, right }: Props) {
  return (
    <span className={`open-card paint-${COLOURS[seat]}`} data-right={right} aria-hidden>
      <b>{row}</b>
      {SEGMENTS.map((segment) => (
        <small key={segment} data-chosen={segment === planned}>
          {segment === 4 ? "4/5" : segment}
        </small>
      ))}
    </span>
  );
}
