import "@fontsource-variable/inter";
import "./style.css";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { Home } from "./home/Home";
import { WaitingRoom } from "./home/WaitingRoom";
import { keepFocus } from "./shared/focus";
import { loadGames } from "./shared/games";
import { applyTheme } from "./shared/theme";
import { loadWords } from "./shared/words";

const Table = lazy(() => import("./table/Table"));
const Rules = lazy(() => import("./rules/Rules"));
const About = lazy(() => import("./about/About"));

/** Client-side routing. The server serves this page for all addresses. */
function Page() {
  if (location.pathname === "/about") return <About />;
  const [, place, name] = /^\/(table|rules)\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (name === undefined) return <Home />;
  if (place === "rules") return <Rules game={name} />;
  const invitation = new URLSearchParams(location.search).get("invitation");
  return <Table id={name} invitation={invitation} WaitingRoom={WaitingRoom} />;
}

async function start(): Promise<void> {
  applyTheme();
  keepFocus();
  const words = loadWords();
  loadGames();
  await words;
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
