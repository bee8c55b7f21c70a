/** Stubs of the browser APIs that the modules need on import, and the English translations. */

import { vi } from "vitest";
import { loadWords } from "../shared/words";

const events = new EventTarget();
vi.stubGlobal("window", globalThis);
vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events));
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("matchMedia", () => ({ matches: false }));

await loadWords("en");
