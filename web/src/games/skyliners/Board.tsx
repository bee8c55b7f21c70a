/** The box: a plaster tray, its four edges in the players' colours, the rows named for every seat. */

import { colourOf } from "../../shared/seats";
import { PAINTS } from "../../table/facades";
import type { BoardProps } from "../../table/game";
import { Label } from "../../table/Label";
import { block, together } from "../../table/shapes";
import { at, PITCH, ROWS, SEAT_ANGLES, SITES, type SkylinersView, WIDTH } from "./model";

const INSIDE = 5 * PITCH + 0.1;
const RIM = 0.42;
const OUTSIDE = INSIDE + 2 * RIM;
const PADS = together(
  ...SITES.map((site) => block(WIDTH + 0.08, 0.03, WIDTH + 0.08, 0.012).translate(...at(site, -0.025))),
);

export function Board({ view, words, night, chosen }: BoardProps<SkylinersView>) {
  const plaster = night ? "#aebccb" : "#fbf8f3";
  const planned = ROWS.findIndex((row) => chosen.includes(`plan ${row}`));
  return (
    <group>
      <mesh position={[0, -0.17, 0]} receiveShadow castShadow>
        <boxGeometry args={[OUTSIDE, 0.3, OUTSIDE]} />
        <meshStandardMaterial color={plaster} roughness={0.95} />
      </mesh>
      <mesh geometry={PADS} receiveShadow>
        <meshStandardMaterial color={night ? "#93a5b8" : "#efebe3"} roughness={1} />
      </mesh>
      {planned >= 0 && view.seat !== null && <PlannedRow row={planned} angle={SEAT_ANGLES[view.seat] ?? 0} />}
      {SEAT_ANGLES.map((angle, seat) => (
        <Edge
          key={angle}
          angle={angle}
          colour={seat < view.players ? PAINTS[colourOf(words, seat)] : plaster}
          taken={seat < view.players}
        />
      ))}
      <mesh position={[0, -0.33, 0]} rotation-x={-Math.PI / 2} receiveShadow>
        <planeGeometry args={[60, 60]} />
        <shadowMaterial opacity={night ? 0.35 : 0.16} />
      </mesh>
    </group>
  );
}

/** The row of the planning card in hand, lit from the player's edge to the far one. */
function PlannedRow({ row, angle }: { row: number; angle: number }) {
  return (
    <group rotation-y={angle}>
      <mesh position={[(row - 2) * PITCH, 0.01, 0]} rotation-x={-Math.PI / 2}>
        <planeGeometry args={[PITCH, INSIDE]} />
        <meshBasicMaterial color="#f2b705" transparent opacity={0.55} depthWrite={false} />
      </mesh>
    </group>
  );
}

function Edge({ angle, colour, taken }: { angle: number; colour: string; taken: boolean }) {
  return (
    <group rotation-y={angle}>
      <mesh position={[0, 0.03, INSIDE / 2 + RIM / 2]} receiveShadow castShadow>
        <boxGeometry args={[INSIDE, 0.12, RIM - 0.02]} />
        <meshStandardMaterial color={colour} roughness={0.85} />
      </mesh>
      {taken &&
        ROWS.map((row, n) => (
          <Label
            key={row}
            text={row}
            at={[(n - 2) * PITCH, 0.095, INSIDE / 2 + RIM / 2]}
            height={0.34}
            colour={colour === PAINTS.yellow ? "#1f2a37" : "#ffffff"}
          />
        ))}
    </group>
  );
}
