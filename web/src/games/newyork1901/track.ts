/** The score track: from the bottom left up the western edge, along the northern one and down the eastern one. */

import { HEIGHT, type Square, WIDTH } from "./model";

/** From the edge of the map to the middle of the track. */
const MARGIN = 1.15;

/** The middle of a field, in squares of the map. Whoever has more points than the goal stays on the last one. */
export function trackField(points: number, goal: number): Square {
  const field = Math.min(points, goal);
  if (field < HEIGHT) return [-0.5 - MARGIN, HEIGHT - 1 - field];
  if (field < HEIGHT + WIDTH) return [field - HEIGHT, -0.5 - MARGIN];
  return [WIDTH - 0.5 + MARGIN, field - HEIGHT - WIDTH];
}
