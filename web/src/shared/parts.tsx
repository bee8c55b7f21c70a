/** Small shared components. Their styles are in parts.module.css. */

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import parts from "./parts.module.css";
import { useSay } from "./words";

/** A segmented control: one of a few options, side by side. */
export function Choice<T extends string | number>(props: {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  choose: (value: T) => void;
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={`${parts["choice"]} ${props.className ?? ""}`}>
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
    <label className={parts["switch"]}>
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

/** A modal dialog. Closed by Escape, by its close button and by a click outside. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const say = useSay();
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close(); // restores the focus
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click outside
    <dialog
      ref={dialog}
      className={parts["dialog"]}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault(); // the dialog would close before the state changes
        close();
      }}
      onClose={() => dialog.current?.open || close()}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div>
        <div className={parts["heading"]}>
          <h2 id={heading}>{title}</h2>
          <button type="button" className={parts["cross"]} aria-label={say("web.close")} onClick={close}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** An error message, announced at once to screen readers. */
export function ErrorMessage({ text, retry }: { text: string | null; retry?: () => void }) {
  const say = useSay();
  return (
    <div role="alert">
      {text !== null && (
        <p className={parts["error"]}>
          {text}
          {retry && (
            <button type="button" className={parts["button"]} onClick={retry}>
              {say("web.again")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** A text with a copy button. */
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
      // clipboard access denied: the text is selected for manual copying
    }
  };
  return (
    <div className={parts["field"]}>
      <label htmlFor={id}>{label}</label>
      <div className={parts["row"]}>
        <input id={id} ref={field} readOnly value={text} onFocus={(event) => event.target.select()} />
        <button type="button" className={parts["button"]} onClick={() => void copy()}>
          <span role="status">{say(copied ? "web.copied" : "web.copy")}</span>
        </button>
      </div>
    </div>
  );
}
