// What a screen reader would say by itself, in order: what changes in a live region, and alerts that appear.
(() => {
  const LIVE = "[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]";
  const WHOLE = "[role=alert], [role=status]"; // these are said as a whole, of others what is new
  window.heard = [];

  const elementOf = (node) => (node instanceof Element ? node : node.parentElement);
  const alertsIn = (node) =>
    node instanceof Element ? [node, ...node.querySelectorAll("*")].filter((each) => each.matches("[role=alert]")) : [];

  const textOf = (node) => {
    const copy = node.cloneNode(true);
    if (copy instanceof Element) for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return copy.textContent.trim();
  };

  const said = ({ type, target, addedNodes }) => {
    const region = elementOf(target)?.closest(LIVE);
    if (!region) return [...addedNodes].flatMap(alertsIn);
    if (region.matches(WHOLE)) return [region];
    return type === "characterData" ? [elementOf(target)] : [...addedNodes];
  };

  new MutationObserver((changes) => {
    for (const node of new Set(changes.flatMap(said))) {
      const text = textOf(node);
      if (text && elementOf(node)?.checkVisibility()) window.heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
})();
