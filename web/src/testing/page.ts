/** As much of a browser as the modules ask for when they are loaded, and the words in English. */

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
