import { useState } from "react";
import { Preferences } from "../shared/Preferences";
import parts from "../shared/parts.module.css";
import { useSay } from "../shared/words";
import styles from "./Header.module.css";
import { useMe } from "./me";
import { Profile } from "./Profile";

export function Header() {
  const say = useSay();
  const me = useMe((state) => state.me);
  const [open, setOpen] = useState(false);
  return (
    <header className={styles["top"]}>
      <a className={styles["mark"]} href="/">
        <img src="/icon.svg" alt="" width={32} height={32} />
        {say("web.name")}
      </a>
      <div>
        <Preferences />
        {me ? (
          <button
            type="button"
            className={parts["button"]}
            aria-label={say("web.you.button", { name: me.name })}
            onClick={() => setOpen(true)}
          >
            {me.name}
          </button>
        ) : (
          <button type="button" className={parts["button"]} onClick={() => setOpen(true)}>
            {say("web.you.nobody")}
          </button>
        )}
      </div>
      {open && <Profile close={() => setOpen(false)} />}
    </header>
  );
}
