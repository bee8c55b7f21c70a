/** The keyboard keeps its place: what had the focus may be removed or disabled by an update. */

let last: Element | null = null;

/** From now on, a focus that would be lost goes to where the page goes on. */
export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  document.addEventListener("pointerdown", () => {
    last = null; // unless what is pressed takes the focus
  });
  const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] };
  new MutationObserver(landIfLost).observe(document.body, changes);
}

function landIfLost(): void {
  if (!last || (last.isConnected && !last.matches(":disabled"))) return;
  const active = document.activeElement;
  const elsewhere = active !== null && active !== document.body && active !== last;
  last = null;
  if (!elsewhere) landing()?.focus({ preventScroll: true });
}

/** What is marked as such, otherwise the title of the page. */
function landing(): HTMLElement | null {
  const title = document.querySelector("h1");
  if (title) title.tabIndex = -1;
  return document.querySelector<HTMLElement>("[data-landing]") ?? title;
}
