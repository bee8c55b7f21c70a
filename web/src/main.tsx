import "@fontsource-variable/inter";
import "./shared/parts.css";
import "./style.css";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./home/Home";
import { followTheme } from "./shared/theme";
import { loadWords } from "./shared/words";

const Table = lazy(() => import("./table/Table"));

/** The addresses of the client, which the server answers with this page. */
function Page() {
  const table = /^\/table\/([\w-]+)$/.exec(location.pathname)?.[1];
  if (table === undefined) return <Home />;
  return (
    <Suspense>
      <Table id={table} invitation={new URLSearchParams(location.search).get("invitation")} />
    </Suspense>
  );
}

async function start(): Promise<void> {
  followTheme();
  await loadWords();
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no root");
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}

void start();
