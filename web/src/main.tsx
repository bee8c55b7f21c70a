import "@fontsource-variable/inter";
import "./shared/parts.css";
import "./style.css";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./home/Home";
import { followTheme } from "./shared/theme";
import { loadWords } from "./shared/words";

const Table = lazy(() => import("./table/Table"));
const Rules = lazy(() => import("./rules/Rules"));

/** The addresses of the client, all of which the server answers with this one page. */
function Page() {
  const [, place, name] = /^\/(table|rules)\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (name === undefined) return <Home />;
  if (place === "rules") return <Rules game={name} />;
  return <Table id={name} invitation={new URLSearchParams(location.search).get("invitation")} />;
}

async function start(): Promise<void> {
  followTheme();
  await loadWords();
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root");
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <Page />
      </Suspense>
    </StrictMode>,
  );
}

void start();
