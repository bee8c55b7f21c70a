/** The map on its sheet of paper. */

import { useEffect, useMemo, useState } from "react";
import "@fontsource/im-fell-english-sc/latin.css";
import type { BoardProps } from "../../table/game";
import { engrave, FACE, PAPER } from "./engraving";
import { HEIGHT, type NewYork1901View, WIDTH } from "./model";

const SHEET = { width: WIDTH + PAPER.left + PAPER.right, height: HEIGHT + PAPER.top + PAPER.bottom };
const THICKNESS = 0.14;

export function Board({ view, words, night }: BoardProps<NewYork1901View>) {
  const faceIsThere = useFace();
  const closed = words.say("web_newyork1901.closed");
  // The map depends only on the number of players (pink is closed), the theme and the language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const map = useMemo(
    () => (faceIsThere ? engrave(view.table, night, closed) : null),
    [view.players, night, closed, faceIsThere],
  );
  useEffect(() => () => map?.dispose(), [map]);
  const middle = [(PAPER.right - PAPER.left) / 2, 0, (PAPER.bottom - PAPER.top) / 2] as const;
  return (
    <group position={middle}>
      <mesh position-y={-THICKNESS / 2 - 0.005} receiveShadow castShadow>
        <boxGeometry args={[SHEET.width, THICKNESS, SHEET.height]} />
        <meshLambertMaterial color={night ? "#132233" : "#cdbb92"} />
      </mesh>
      {map && (
        <mesh rotation-x={-Math.PI / 2} receiveShadow>
          <planeGeometry args={[SHEET.width, SHEET.height]} />
          <meshLambertMaterial map={map} />
        </mesh>
      )}
    </group>
  );
}

/** Wait for the font before drawing text; fall back to another if it does not load. */
function useFace(): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    void document.fonts.load(`20px "${FACE}"`).finally(() => setThere(true));
  }, []);
  return there;
}
