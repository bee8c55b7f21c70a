/** Hides the table between turns when several people share one screen. */

import { useEffect, useRef } from "react";
import { paint, Seal } from "../shared/Seal";
import { colourOf } from "../shared/seats";
import styles from "./Cover.module.css";
import controls from "./controls.module.css";
import type { View, Words } from "./game";
import { lookFrom } from "./store";

interface Props {
  readonly view: View;
  readonly words: Words;
}

export function Cover({ view, words }: Props) {
  const { say } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const seat = view.player ?? 0;
  return (
    <dialog
      ref={dialog}
      className={`${styles["cover"]} ${controls["controls"]} ${paint(colourOf(words, seat))}`}
      data-slot="cover"
      aria-labelledby="cover-title"
      onCancel={(event) => event.preventDefault()}
    >
      <Seal seat={seat} look={words.seats[seat]} large />
      <h2 id="cover-title">{say("web.table.pass_on", { player: words.name(seat) })}</h2>
      <p>{say("web.table.pass_on_why")}</p>
      <button type="button" onClick={() => lookFrom(seat)}>
        {say("web.table.here", { player: words.name(seat) })}
      </button>
    </dialog>
  );
}
