import { type FormEvent, useId, useState } from "react";
import { useDoing } from "../shared/asking";
import { Copyable, Dialog, Trouble } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useSay } from "../shared/words";
import styles from "./home.module.css";
import { beSomebody, madeUpName, newCode, recover, useMe } from "./me";

/** The person's name and recovery code. */
export function You({ close }: { close: () => void }) {
  const say = useSay();
  return (
    <Dialog title={say("web.you.title")} close={close}>
      <Name />
      <Device close={close} />
    </Dialog>
  );
}

function Name() {
  const say = useSay();
  const id = useId();
  const me = useMe((state) => state.me);
  const [name, setName] = useState(() => me?.name ?? madeUpName());
  const [saved, setSaved] = useState(false);
  const saving = useDoing();
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.run(async () => {
      await beSomebody(name.trim());
      setSaved(true);
    });
  };
  return (
    <form className={parts["field"]} onSubmit={save}>
      <label htmlFor={id}>{say("web.you.name")}</label>
      <div className={parts["row"]}>
        <input id={id} value={name} required maxLength={40} onChange={(event) => setName(event.target.value)} />
        <button type="submit" className={parts["button"]} disabled={saving.busy}>
          {say("web.you.save")}
        </button>
      </div>
      <p role="status" className={styles["aside"]}>
        {saved && say("web.you.saved")}
      </p>
      <Trouble text={saving.trouble} />
    </form>
  );
}

function Device({ close }: { close: () => void }) {
  const say = useSay();
  const id = useId();
  const [shown, setShown] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const doing = useDoing();
  const fetchSeats = (event: FormEvent) => {
    event.preventDefault();
    doing.run(async () => {
      await recover(code);
      close();
    });
  };
  return (
    <section className={styles["device"]} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{say("web.you.device")}</h3>
      <p className={styles["aside"]}>{say("web.you.device_text")}</p>
      {shown === null ? (
        <button
          type="button"
          className={parts["button"]}
          disabled={doing.busy}
          onClick={() => doing.run(async () => setShown(await newCode()))}
        >
          {say("web.you.show_code")}
        </button>
      ) : (
        <Copyable label={say("web.you.code")} text={shown} />
      )}
      <form className={parts["field"]} onSubmit={fetchSeats}>
        <label htmlFor={id}>{say("web.you.have_code")}</label>
        <div className={parts["row"]}>
          <input
            id={id}
            value={code}
            required
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setCode(event.target.value)}
          />
          <button type="submit" className={parts["button"]} disabled={doing.busy}>
            {say("web.you.use_code")}
          </button>
        </div>
      </form>
      <Trouble text={doing.trouble} />
    </section>
  );
}
