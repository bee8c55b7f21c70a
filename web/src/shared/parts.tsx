/** Small parts that several pages are made of. Their looks are in parts.css. */

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useSay } from "./words";

/** One of a few, side by side. */
export function Choice<T extends string | number>(props: {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  choose: (value: T) => void;
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={`choice ${props.className ?? ""}`}>
      <legend>{props.legend}</legend>
      <div>
        {props.options.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === props.value} onChange={() => props.choose(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Switch(props: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={props.on}
        aria-checked={props.on}
        onChange={(event) => props.set(event.target.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}

/** A page on top of the page; closed by Escape, by its cross, and by a press beside it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const say = useSay();
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close(); // gives the keyboard back to where it was
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog is what Escape does
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault(); // closing by itself, it would tell us too late
        close();
      }}
      onClose={() => dialog.current?.open || close()}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div>
        <div className="heading">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="cross" aria-label={say("web.close")} onClick={close}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** What went wrong, in a sentence, read out at once. */
export function Trouble({ text, again }: { text: string | null; again?: () => void }) {
  const say = useSay();
  return (
    <div role="alert">
      {text !== null && (
        <p className="trouble">
          {text}
          {again && (
            <button type="button" className="button" onClick={again}>
              {say("web.again")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** A text to take along. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const say = useSay();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // not allowed: the text is marked, to be copied by hand
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input id={id} ref={field} readOnly value={text} onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={() => void copy()}>
          <span role="status">{say(copied ? "web.copied" : "web.copy")}</span>
        </button>
      </div>
    </div>
  );
}
