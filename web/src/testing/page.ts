/** As much of a browser as the modules ask for when they are loaded, and the words in English. */

import { vi } from "vitest";
import { loadWords } from "../shared/words";

vi.stubGlobal("window", globalThis);
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("matchMedia", () => ({ matches: false }));

await loadWords("en");
