/** The figure that a card in the player area is pointed at, for the board to show. */

import { create } from "zustand";
import type { Figure } from "./model";

export const useFigure = create<{ readonly figure: Figure | null }>(() => ({ figure: null }));

export const showFigure = (figure: Figure | null): void => useFigure.setState({ figure });
