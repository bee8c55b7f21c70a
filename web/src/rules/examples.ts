/** The worked examples of a game: positions that the server draws, with a sentence to each. */

import { useEffect, useState } from "react";
import { ApiError, api, hasCode, type Schemas, unwrap } from "../shared/api";
import { useLanguage } from "../shared/words";

export type Example = Schemas["Example"];

/** Milliseconds between two requests while the server compiles the game. */
const RETRY = 2000;

/** Empty until they come: the rules can be read without. */
export function useExamples(game: string | null): readonly Example[] {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests have the language
  useEffect(() => {
    if (game === null) return;
    let current = true;
    let timer = 0;
    const load = () =>
      unwrap(api.GET("/api/games/{game}/examples", { params: { path: { game } } }))
        .then((answer) => current && setExamples(answer.examples))
        .catch((error: unknown) => {
          const waits = current && error instanceof ApiError && hasCode(error, "preparing");
          if (waits) timer = window.setTimeout(load, RETRY);
        });
    void load();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [game, language]);
  return examples;
}
