/** Several people at one screen: nothing is to be seen until the next one says so. */

import { useEffect, useRef } from "react";
import type { SeatLook, View, Words } from "./game";
import { Seal } from "./Seal";
import { lookFrom } from "./store";

interface Props {
  readonly view: View;
  readonly words: Words;
  readonly seats: readonly SeatLook[];
}

export function Cover({ view, words, seats }: Props) {
  const { say } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const seat = view.player ?? 0;
  return (
    <dialog
      ref={dialog}
      className={`cover paint-${seats[seat]?.colour}`}
      aria-labelledby="cover-title"
      onCancel={(event) => event.preventDefault()}
    >
      <Seal seat={seat} look={seats[seat]} large />
      <h2 id="cover-title">{say("web.table.pass_on", { player: words.name(seat) })}</h2>
      <p>{say("web.table.pass_on_why")}</p>
      <button type="button" onClick={() => lookFrom(seat)}>
        {say("web.table.here", { player: words.name(seat) })}
      </button>
    </dialog>
  );
}
