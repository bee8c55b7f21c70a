import { type FormEvent, useId, useState } from "react";
import { Copyable, Dialog, ErrorMessage } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useAction } from "../shared/requests";
import { useSay } from "../shared/words";
import { ensureMe, guestName, newRecoveryCode, recover, useMe } from "./me";
import styles from "./Profile.module.css";
import page from "./page.module.css";

/** The person's name and recovery code. */
export function Profile({ close }: { close: () => void }) {
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
  const [name, setName] = useState(() => me?.name ?? guestName());
  const [saved, setSaved] = useState(false);
  const saving = useAction();
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.run(async () => {
      await ensureMe(name.trim());
      setSaved(true);
    });
  };
  return (
    <form className={parts["field"]} onSubmit={save}>
      <label htmlFor={id}>{say("web.you.name")}</label>
      <div className={parts["row"]}>
        <input id={id} value={name} required maxLength={40} onChange={(event) => setName(event.target.value)} />
        <button type="submit" className={parts["button"]} aria-disabled={saving.busy}>
          {say("web.you.save")}
        </button>
      </div>
      <p role="status" className={page["aside"]}>
        {saved && say("web.you.saved")}
      </p>
      <ErrorMessage text={saving.error} />
    </form>
  );
}

function Device({ close }: { close: () => void }) {
  const say = useSay();
  const id = useId();
  const [shown, setShown] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const action = useAction();
  const fetchSeats = (event: FormEvent) => {
    event.preventDefault();
    action.run(async () => {
      await recover(code);
      close();
    });
  };
  return (
    <section className={styles["device"]} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{say("web.you.device")}</h3>
      <p className={page["aside"]}>{say("web.you.device_text")}</p>
      {shown === null ? (
        <button
          type="button"
          className={parts["button"]}
          aria-disabled={action.busy}
          onClick={() => action.run(async () => setShown(await newRecoveryCode()))}
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
          <button type="submit" className={parts["button"]} aria-disabled={action.busy}>
            {say("web.you.use_code")}
          </button>
        </div>
      </form>
      <ErrorMessage text={action.error} />
    </section>
  );
}
