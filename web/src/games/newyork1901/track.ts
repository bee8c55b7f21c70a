/** The score track: from the bottom left up the western edge, along the northern one and down the eastern one, 0 to 50. */

import { HEIGHT, type Square, WIDTH } from "./model";

export const LAST_FIELD = 50;
/** From the edge of the map to the middle of the track. */
const MARGIN = 1.15;

/** The middle of a field, in squares of the map. Whoever has more than 50 points stays on the last one. */
export function trackField(points: number): Square {
  const field = Math.min(points, LAST_FIELD);
  if (field < HEIGHT) return [-0.5 - MARGIN, HEIGHT - 1 - field];
  if (field < HEIGHT + WIDTH) return [field - HEIGHT, -0.5 - MARGIN];
  return [WIDTH - 0.5 + MARGIN, field - HEIGHT - WIDTH];
}
