/** Whose turn it is, in large type, and the menu. */

import { type RefObject, useEffect, useRef, useState } from "react";
import { Preferences } from "../shared/Preferences";
import { Switch } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { paint, Seal } from "../shared/Seal";
import { setSettings, useSettings } from "../shared/settings";
import type { View, Words } from "./game";
import { Spinner } from "./Spinner";
import { pause, resign, useTable } from "./store";
import styles from "./TopBar.module.css";

interface Props {
  readonly view: View;
  readonly words: Words;
  readonly onHelp: () => void;
}

export function TopBar({ view, words, onHelp }: Props) {
  const { say } = words;
  const game = useTable((state) => state.game);
  const connected = useTable((state) => state.connected);
  return (
    <header className={styles["top"]}>
      <a className={styles["home"]} href="/">
        {say("web.name")}
      </a>
      <Turn view={view} words={words} />
      <p className={styles["status"]} data-slot="status">
        {game?.status(view, words)}
      </p>
      <nav aria-label={say("web.table.menu")}>
        <a href={`/rules/${view.game}`} target="_blank" rel="noopener">
          {say("web.table.rules")}
        </a>
        <button type="button" onClick={onHelp} aria-keyshortcuts="?">
          {say("web.table.keys")}
        </button>
        <Menu words={words} rules={`/rules/${view.game}`} />
      </nav>
      {!connected && (
        <p className={styles["lost"]} role="alert">
          <Spinner small /> {say("web.table.lost")}
        </p>
      )}
    </header>
  );
}

function Turn({ view, words }: Omit<Props, "onHelp">) {
  const { say } = words;
  const seat = view.player;
  const look = seat === null ? undefined : words.seats[seat];
  if (seat === null || !look) return <p className={styles["turn"]}>{say("web.table.over")}</p>;
  const mine = seat === view.seat;
  const text = mine ? say("web.table.your_turn") : say("web.table.turn", { player: words.name(seat) });
  return (
    <p className={`${styles["turn"]} ${paint(look.colour)}`} data-mine={mine} title={text}>
      <Seal seat={seat} look={look} />
      <span>{text}</span>
    </p>
  );
}

function Menu({ words, rules }: { words: Words; rules: string }) {
  const { say } = words;
  const { sound, takeSingleMoves, coach } = useSettings();
  const update = useTable((state) => state.update);
  const [sure, setSure] = useState(false);
  const mayResign =
    update?.seat != null && update.table.status === "playing" && !update.table.chairs[update.seat]?.resigned;
  const mayPause = mayResign && update.table.clock && !update.table.clock.paused;
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  const askForPause = () => {
    menu.current?.removeAttribute("open");
    pause();
  };
  const giveUp = () => {
    menu.current?.removeAttribute("open");
    setSure(false);
    resign();
  };
  const playOn = () => {
    setSure(false);
    menu.current?.querySelector("summary")?.focus();
  };
  return (
    <details className={styles["menu"]} ref={menu}>
      <summary>{say("web.table.more")}</summary>
      <div>
        <div className={styles["narrow-only"]}>
          <a href={rules} target="_blank" rel="noopener">
            {say("web.table.rules")}
          </a>
        </div>
        <Switch label={say("web.table.sound")} on={sound} set={(on) => setSettings({ sound: on })} />
        <Switch
          label={say("web.table.take_single")}
          on={takeSingleMoves}
          set={(on) => setSettings({ takeSingleMoves: on })}
        />
        {update?.table.hints && (
          <Switch label={say("web.table.coach")} on={coach} set={(on) => setSettings({ coach: on })} />
        )}
        <Preferences />
        {mayPause && (
          <button type="button" className={parts["button"]} onClick={askForPause}>
            {say("web.absence.pause")}
          </button>
        )}
        {mayResign && !sure && (
          <button type="button" className={parts["button"]} onClick={() => setSure(true)}>
            {say("web.table.resign")}
          </button>
        )}
        {mayResign && sure && (
          <p>
            {say("web.table.resign_sure")}{" "}
            <button type="button" className={parts["button"]} onClick={giveUp}>
              {say("web.table.resign_yes")}
            </button>{" "}
            <button type="button" className={parts["button"]} ref={focus} onClick={playOn}>
              {say("web.table.resign_no")}
            </button>
          </p>
        )}
      </div>
    </details>
  );
}

/** A button that takes the focus when it appears. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Closed by Escape and by a click outside. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const inside = event.target instanceof Node && menu.current?.contains(event.target);
      const left = event instanceof KeyboardEvent ? event.key === "Escape" : !inside;
      if (!left || !menu.current?.open) return;
      if (menu.current.contains(document.activeElement)) menu.current.querySelector("summary")?.focus();
      menu.current.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [menu]);
}
