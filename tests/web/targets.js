// Controls that take no clicks a little way from their middle, as lines to read: 24 px across for a mouse, 44 px for a
// finger. Places on the board are as large as the camera shows them, and the parts of a card as large as it has room.
() => {
  const reach = (matchMedia("(pointer: coarse)").matches ? 44 : 24) / 2 - 1;
  const AROUND = [[0, -reach], [0, reach], [-reach, 0], [reach, 0]];
  const CONTROLS = "button:not([data-place], [data-part]), summary, header a, footer a";
  const FOLDED = "[data-slot=players][data-open=false]"; // unfolded, the same controls have more room
  const controls = [...document.querySelectorAll(CONTROLS)].filter((control) => !control.closest(FOLDED));
  return controls.flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const takes = (right, down) => {
      const hit = document.elementFromPoint(x + right, y + down); // nothing outside the window
      return hit === null || (control.closest("[data-slot=thing]") ?? control).contains(hit);
    };
    if (!takes(0, 0) || AROUND.every(([right, down]) => takes(right, down))) return [];
    return [`${control.textContent.trim() || control.ariaLabel}: ${Math.round(width)} x ${Math.round(height)}`];
  });
}
