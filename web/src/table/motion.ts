const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the person prefers reduced motion. */
export function motionReduced(): boolean {
  return reduced.matches;
}
