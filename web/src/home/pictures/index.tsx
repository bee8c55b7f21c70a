import type { ReactNode } from "react";
import type { GameName } from "../games";
import { NewYork1901 } from "./NewYork1901";
import { Skyline3000 } from "./Skyline3000";
import { Skyliners } from "./Skyliners";
import { SkylineWorld } from "./SkylineWorld";

export const PICTURES: Record<GameName, () => ReactNode> = {
  skyliners: Skyliners,
  skyline3000: Skyline3000,
  "skyline-world": SkylineWorld,
  newyork1901: NewYork1901,
};
