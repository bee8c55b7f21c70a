/** A planning card turned up: its row, and the number at the edge that was chosen. */

import { paint } from "../../shared/Seal";
import type { Colour } from "../../shared/seats";
import { type RowName, SEGMENTS, type Segment } from "./model";
import styles from "./skyliners.module.css";

interface Props {
  readonly colour: Colour;
  readonly row: RowName;
  readonly planned: Segment;
  readonly right: boolean;
}

export function PlanCard({ colour, row, planned, right }: Props) {
  return (
    <span className={`${styles["open-card"]} ${paint(colour)}`} data-right={right} aria-hidden>
      <b>{row}</b>
      {SEGMENTS.map((segment) => (
        <small key={segment} data-chosen={segment === planned}>
          {segment === 4 ? "4/5" : segment}
        </small>
      ))}
    </span>
  );
}
