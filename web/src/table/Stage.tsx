/** The city: light, camera, board, pieces, and what can be done in it. */

import { Canvas } from "@react-three/fiber";
import {
  Component,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { PCFShadowMap } from "three";
import { useDark } from "../shared/theme";
import { CameraRig, type ClearArea } from "./CameraRig";
import { ContactShadows } from "./ContactShadows";
import { Drawing } from "./Drawing";
import { drawFacades, PAINTS } from "./facades";
import type { Game, Piece, Place, View, Words } from "./game";
import type { Highlights } from "./highlights";
import { Marks } from "./Marks";
import { useStraightOn } from "./orbit";
import { Pieces } from "./Pieces";
import { Places } from "./Places";
import styles from "./Stage.module.css";

const CRANE = "#f2b705";

interface Props {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
  readonly wide: boolean;
  readonly highlights: Highlights;
  readonly ghost: readonly Piece[];
  /** Pieces that the scoring adds. */
  readonly added: readonly Piece[];
}

export function Stage({ game, view, words, wide, highlights, ghost, added }: Props) {
  const night = useDark();
  const straightOn = useStraightOn();
  const stage = useRef<HTMLDivElement>(null);
  const clear = useClear(stage);
  const [shapes] = useState(() => game.shapes(view));
  const places = useMemo(() => game.places(view, words), [game, view, words]);
  const standing = useMemo(() => [...game.pieces(view, words, wide), ...added], [game, view, words, added, wide]);
  const pieces = useMemo(() => {
    const ghosts = new Set(ghost.map((piece) => piece.key));
    // Keep the list's identity if nothing is replaced, to avoid a re-render.
    return standing.some((piece) => ghosts.has(piece.key))
      ? standing.filter((piece) => !ghosts.has(piece.key))
      : standing;
  }, [standing, ghost]);
  const theme = night ? game.theme.night : game.theme.day;
  const facades = useMemo(
    () => drawFacades(words.seats, theme.paint ?? ((colour) => PAINTS[colour]), theme.windows),
    [words.seats, theme],
  );
  useEffect(
    () => () => {
      facades.map.dispose();
      facades.glow?.dispose();
    },
    [facades],
  );
  const light = theme.highlight ?? CRANE;
  const on = (keys: Iterable<string>) => {
    const wanted = new Set(keys);
    return places.filter((place) => wanted.has(place.key));
  };
  return (
    <div className={styles["stage"]} data-slot="stage" ref={stage}>
      <WebGL otherwise={<Drawing places={places} note={words.say("web.table.undrawable")} />}>
        <Canvas
          flat
          frameloop="demand"
          dpr={[1, 2]}
          shadows={{ type: PCFShadowMap, autoUpdate: false, needsUpdate: true }}
          gl={{ antialias: true, alpha: true }}
          aria-hidden
        >
          {theme.sky && <color attach="background" args={[theme.sky]} />}
          <CameraRig game={game} view={view} shapes={shapes} places={places} added={added} clear={clear} />
          <hemisphereLight args={[theme.sun, theme.shade, theme.shadelight]} />
          <Sun colour={theme.sun} intensity={theme.sunlight} extent={game.viewpoint.extent} />
          <game.Board view={view} words={words} night={night} wide={wide} chosen={highlights.chosen} />
          <ContactShadows pieces={pieces} shapes={shapes} />
          <Pieces pieces={pieces} shapes={shapes} facades={facades} />
          <Pieces pieces={ghost} shapes={shapes} facades={facades} ghost />
          <Marks places={straightOn ? [] : on(highlights.can)} colour={light} opacity={0.7} width={0.07} />
          <Marks
            places={straightOn ? [] : on(highlights.fresh)}
            colour={night ? "#ffffff" : "#1f2a37"}
            opacity={0.5}
            width={0.1}
          />
          <Marks
            places={on([...highlights.pointed, ...highlights.chosen])}
            colour={light}
            opacity={0.95}
            width={0.22}
          />
        </Canvas>
      </WebGL>
      <Places places={places} highlights={highlights} label={words.say("web.table.places")} />
    </div>
  );
}

/** Checked before three.js does, which would log an error. */
function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

const DRAWS = canDraw();

/** What is drawn with WebGL, where there is any, and what is shown otherwise. */
class WebGL extends Component<{ otherwise: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: !DRAWS };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}

/** One soft light from the upper left. The shadow map is updated only on changes. */
function Sun({ colour, intensity, extent }: { colour: string; intensity: number; extent: Place["size"] }) {
  const reach = 0.75 * Math.max(extent[0], extent[2]);
  return (
    <directionalLight
      color={colour}
      intensity={intensity}
      position={[-0.55 * reach, 1.5 * reach, 0.85 * reach]}
      castShadow
      shadow-mapSize={[2048, 2048]}
      shadow-radius={5}
      shadow-bias={-0.0004}
      shadow-normalBias={0.02}
      shadow-camera-left={-reach}
      shadow-camera-right={reach}
      shadow-camera-top={reach}
      shadow-camera-bottom={-reach}
      shadow-camera-near={0.1}
      shadow-camera-far={5 * reach}
    />
  );
}

/** The part of the stage that panels do not cover: the slot `clear`. */
function useClear(stage: RefObject<HTMLDivElement | null>): ClearArea {
  const [clear, setClear] = useState<ClearArea>({ left: 0, top: 0, width: 1, height: 1 });
  useLayoutEffect(() => {
    const whole = stage.current;
    const free = whole?.parentElement?.querySelector("[data-slot=clear]");
    if (!whole || !free) return;
    const measure = () => {
      const outer = whole.getBoundingClientRect();
      const inner = free.getBoundingClientRect();
      if (outer.width === 0 || outer.height === 0) return;
      setClear({
        left: (inner.left - outer.left) / outer.width,
        top: (inner.top - outer.top) / outer.height,
        width: Math.max(0.1, inner.width / outer.width),
        height: Math.max(0.1, inner.height / outer.height),
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(whole);
    observer.observe(free);
    return () => observer.disconnect();
  }, [stage]);
  return clear;
}
