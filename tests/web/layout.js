// What is wrong with the layout of a table, as lines to read. Everything that can be read or pressed is a box; it has to
// lie in the window and in whatever it belongs to, and no two of them in the same place.
() => {
  const TOLERANCE = 1.5;
  const PLACES = "[data-slot=places]"; // they lie in the city, wherever the camera puts them
  const GROUPS = "[data-slot=thing], [data-slot=card]"; // a badge or a button on a card belongs there, but not on its words
  const BADGE = "[data-slot=count]"; // it sticks out of its card on purpose, over the edge of the next one
  const HOLDERS = "button, summary, [data-slot=player], [data-slot=hand], [data-slot=bar], [data-slot=held], header, aside";
  const narrow = matchMedia("(max-width: 62rem), (max-height: 32rem)").matches;
  const lying = matchMedia("(max-height: 32rem)").matches;
  const zoomed = lying && innerWidth <= 640; // a laptop at 200 %
  // What can grow without end has to scroll: the log, the steps of a scoring where they are unfolded; on a phone on its
  // side, the bar while one plays, and around the unfolded steps; the bar always where the page is zoomed.
  const BAR = zoomed ? "[data-slot=bar]" : "[data-slot=bar]:not([data-over]), [data-slot=bar]:has(details[open])";
  const MAY_SCROLL_DOWN = `[data-slot=log], [data-slot=steps]${lying ? `, ${BAR}` : ""}`;
  const table = document.querySelector("[data-slot=table]");
  const faults = [];

  const name = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const slot = element.closest("[data-slot]")?.dataset.slot ?? "page";
    const text = (node.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    const kind = element.getAttribute("aria-label")?.slice(0, 40) ?? element.className?.baseVal ?? element.className;
    return `${slot} "${text || kind || element.tagName}"`;
  };
  const intersect = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isInside = (inner, outer) =>
    inner.left >= outer.left - TOLERANCE &&
    inner.top >= outer.top - TOLERANCE &&
    inner.right <= outer.right + TOLERANCE &&
    inner.bottom <= outer.bottom + TOLERANCE;
  const overlap = (a, b) => {
    const { left, top, right, bottom } = intersect(a, b);
    return Math.min(right - left, bottom - top);
  };
  // What is asked of an element again and again is computed once: nothing changes meanwhile.
  const once = (compute) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, compute(element));
      return known.get(element);
    };
  };
  const styleOf = once(getComputedStyle);
  const frameOf = once((element) => element.getBoundingClientRect());
  const isUnseen = once(
    (element) =>
      element !== table &&
      (element.matches(PLACES) || styleOf(element).clipPath === "inset(50%)" || isUnseen(element.parentElement)),
  );
  const isShown = once((element) => element.checkVisibility({ visibilityProperty: true }) && !isUnseen(element));

  const clips = new Map();
  for (const element of table.querySelectorAll(`:not(${PLACES} *)`)) {
    const { overflowX, overflowY } = styleOf(element);
    if (overflowX !== "visible" || overflowY !== "visible") clips.set(element, { overflowX, overflowY });
  }
  // A name that is too long ends in dots; the tip has all of it.
  const LONG = 25;
  const isShortened = (element) => {
    const { webkitLineClamp, textOverflow } = styleOf(element);
    const text = element.textContent.trim();
    if (webkitLineClamp === "none" && textOverflow !== "ellipsis") return false;
    return text.length > LONG && element.closest("[title]")?.title.includes(text);
  };
  const windowBox = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // Where a box can be seen, and whether something other than scrolling hides the rest of it.
  const clip = (element, box) => {
    let [seen, cut] = [box, false];
    let [scrollsX, scrollsY] = [false, false];
    for (let outer = element; outer && outer !== table; outer = outer.parentElement) {
      const style = clips.get(outer);
      if (!style) continue;
      const frame = frameOf(outer);
      const across = box.left < frame.left - TOLERANCE || box.right > frame.left + outer.clientWidth + TOLERANCE + 1;
      const along = box.top < frame.top - TOLERANCE || box.bottom > frame.bottom + TOLERANCE;
      cut ||= (across && !scrollsX && style.overflowX === "hidden") || (along && !scrollsY && style.overflowY === "hidden");
      scrollsX ||= style.overflowX === "auto";
      scrollsY ||= style.overflowY === "auto";
      seen = intersect(seen, frame);
    }
    if (!scrollsX && !scrollsY && !isInside(box, windowBox)) cut = true;
    return { seen: intersect(seen, windowBox), cut };
  };

  // Over what is scrolled below it, on purpose.
  const isStuck = (element) => {
    for (let outer = element; outer !== table; outer = outer.parentElement)
      if (styleOf(outer).position === "sticky") return true;
    return false;
  };
  const isClippedIn = (element, holder) => {
    for (let outer = element; outer !== holder; outer = outer.parentElement) if (clips.has(outer)) return true;
    return clips.has(holder);
  };

  for (const [element, { overflowX, overflowY }] of clips) {
    if (!isShown(element)) continue;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (overflowX !== "hidden" && scrollWidth > clientWidth + 1)
      faults.push(`scrolls sideways: ${name(element)}, ${scrollWidth} in ${clientWidth}`);
    if (overflowY !== "hidden" && scrollHeight > clientHeight + 1 && !element.matches(MAY_SCROLL_DOWN))
      faults.push(`scrolls down: ${name(element)}, ${scrollHeight} in ${clientHeight}`);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight)
    faults.push(`the page scrolls, ${scrollWidth} × ${scrollHeight}`);

  // Lines of text, pictures and buttons, as they are seen.
  const boxes = [];
  const add = (node, element, rect) => {
    const { seen, cut } = clip(element, rect);
    if (cut && !isShortened(element)) faults.push(`cut off: ${name(node)}`);
    const holder = (element === node ? element.parentElement : element).closest(HOLDERS);
    if (holder && !element.closest(`${BADGE}, [data-slot=preview]`) && !isClippedIn(element, holder))
      if (!isInside(rect, frameOf(holder))) faults.push(`sticks out: ${name(node)} of ${name(holder)}`);
    if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) boxes.push({ node, element, seen });
  };
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.data.trim() || !isShown(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 1) add(node, node.parentElement, rect);
  }
  for (const element of table.querySelectorAll(`button, a, summary, svg, [data-points], [data-slot=seal], [data-slot=plan], [data-slot=player], ${BADGE}`))
    if (isShown(element)) add(element, element, frameOf(element));

  boxes.sort((a, b) => a.seen.left - b.seen.left);
  boxes.forEach((one, n) => {
    for (let next = n + 1; next < boxes.length && boxes[next].seen.left < one.seen.right; next++) {
      const other = boxes[next];
      if (overlap(one.seen, other.seen) <= TOLERANCE + 0.5) continue;
      if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
      if (lying && [one, other].some(({ element }) => isStuck(element))) continue;
      const group = one.element.closest(GROUPS);
      const badges = [one, other].filter(({ node }) => node instanceof Element && node.matches(BADGE));
      if (badges.length === 1) continue;
      const counts = [one, other].filter(({ element }) => element.closest(BADGE));
      const covered = counts.length === 1 && [one, other].every(({ node }) => node.nodeType === Node.TEXT_NODE);
      if (group && group === other.element.closest(GROUPS) && !covered) continue;
      faults.push(`overlap: ${name(one.node)} and ${name(other.node)}`);
    }
  });

  for (const panel of table.querySelectorAll("[data-slot=preview]"))
    if (isShown(panel) && !panel.innerText.trim()) faults.push(`empty: ${name(panel)}`);

  const shareOf = ({ left, top, right, bottom }) =>
    (Math.max(0, right - left) * Math.max(0, bottom - top)) / (innerWidth * innerHeight);
  const tell = (what, share) => faults.push(`${what} has ${Math.round(100 * share)} % of the window`);
  const city = shareOf(document.querySelector("main").getBoundingClientRect());
  if (!narrow && city < 0.55) tell("the city", city);

  // On a small screen panels lie around the city, or on it: what is left of it between them.
  const free = { ...document.querySelector("[data-slot=clear]").getBoundingClientRect().toJSON() };
  for (const panel of table.querySelectorAll("[data-slot=players], aside, [data-slot=preview]")) {
    const box = panel.getBoundingClientRect();
    if (!isShown(panel) || panel.matches("[data-open=true]") || overlap(box, free) <= 0) continue;
    if (box.top + box.bottom < free.top + free.bottom) free.top = box.bottom;
    else free.bottom = box.top;
  }
  const has = (...slots) => slots.some((slot) => table.querySelector(`[data-slot=${slot}]`));
  const least = zoomed ? 0.17 : has("suggestions", "warning", "absence") ? 0.15 : has("consequences") ? 0.24 : 0.28;
  if (narrow && shareOf(free) < least) tell("what is free of the city", shareOf(free));
  return [...new Set(faults)];
}
