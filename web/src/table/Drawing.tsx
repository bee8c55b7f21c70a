/** The table without WebGL: a flat picture that the server draws, under the buttons of the places. */

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { api, unwrap } from "../shared/api";
import { useDark } from "../shared/theme";
import { useLanguage } from "../shared/words";
import styles from "./Drawing.module.css";
import type { Place } from "./game";
import { layButtons } from "./Places";
import { useTable } from "./store";

/** Milliseconds until a picture that did not come is asked for again. */
const RETRY = 2000;

export function Drawing({ places, note }: { places: readonly Place[]; note: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useDrawn();
  useLayoutEffect(() => {
    if (!frame.current || !drawn) return;
    frame.current.replaceChildren(drawn);
    const { width, height } = drawn.viewBox.baseVal;
    const grounds = [...drawn.querySelectorAll<SVGRectElement>("rect[data-ground]")];
    const smallest = Math.min(
      ...grounds.flatMap((ground) => [ground.width.baseVal.value, ground.height.baseVal.value]),
    );
    frame.current.style.setProperty("--shape", String(width / height));
    frame.current.style.setProperty("--grounds", String(width / smallest));
  }, [drawn]);
  useLayoutEffect(() => {
    const lay = () => layButtons(places, (key) => drawn?.querySelectorAll(`[data-ground="${CSS.escape(key)}"]`) ?? []);
    const observer = new ResizeObserver(lay); // calls it once at the beginning
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [drawn, places]);
  // Of a lesson: what each is about comes into sight, where the picture scrolls.
  const step = useTable((state) => state.update?.table.lesson?.step);
  useEffect(() => {
    if (step === undefined || !drawn) return;
    const taught = document.querySelector("[data-slot=places] [data-pointed=true]");
    taught?.scrollIntoView({ block: "center", inline: "center" });
  }, [step, drawn]);
  return (
    <div className={styles["drawing"]} data-slot="drawing">
      <div ref={frame} className={styles["frame"]} aria-hidden="true" />
      <p>{note}</p>
    </div>
  );
}

/** The picture of the table as it is now; the one before until it comes. */
function useDrawn(): SVGSVGElement | null {
  const [drawn, setDrawn] = useState<SVGSVGElement | null>(null);
  const [attempt, setAttempt] = useState(0);
  const connection = useTable((state) => state.connection);
  const seat = useTable((state) => state.update?.seat ?? null);
  const version = useTable((state) => state.update?.version);
  const dark = useDark();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version of the table has its picture; requests have the language
  useEffect(() => {
    if (!connection) return;
    const { table, invitation } = connection;
    const query = { dark, ...(seat !== null && { seat }), ...(invitation !== null && { invitation }) };
    let current = true;
    let timer = 0;
    unwrap(api.GET("/api/tables/{table}/picture", { params: { path: { table }, query }, parseAs: "text" }))
      .then((svg) => current && setDrawn(parsed(svg)))
      .catch(() => {
        if (current) timer = window.setTimeout(() => setAttempt((times) => times + 1), RETRY);
      });
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [connection, seat, version, dark, language, attempt]);
  return drawn;
}

function parsed(svg: string): SVGSVGElement {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(root, true) as unknown as SVGSVGElement;
}
