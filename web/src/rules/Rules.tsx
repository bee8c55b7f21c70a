/** The rules of a game, from docs/. */

import { useEffect, useState } from "react";
import { useSay } from "../shared/words";
import styles from "./Rules.module.css";

const RULES = import.meta.glob<string>("../../../docs/rules/*.md", { import: "default" });

export default function Rules({ game }: { game: string }) {
  const say = useSay();
  const [html, setHtml] = useState<string | null>(null);
  const load = RULES[`../../../docs/rules/${game}.md`];

  useEffect(() => {
    void load?.().then(setHtml);
  }, [load]);

  return (
    <main className={styles["rules"]}>
      <a href="/">{say("web.home_link")}</a>
      {load === undefined && <h1>{say("server.no_page")}</h1>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, converted to HTML at build time */}
      {html !== null && <article lang="en" dangerouslySetInnerHTML={{ __html: html }} />}
    </main>
  );
}
