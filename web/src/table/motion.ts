const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the person wants as little movement as possible. */
export function motionReduced(): boolean {
  return reduced.matches;
}
