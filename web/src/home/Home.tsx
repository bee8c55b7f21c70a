import { useSay } from "../shared/words";

export function Home() {
  const say = useSay();
  return (
    <main>
      <h1>{say("web.name")}</h1>
    </main>
  );
}
