/** How seats are distinguished: by a pattern, from the seat's number, and a letter, never by colour alone. */

import type { GameInfo } from "./api";

export type Colour = GameInfo["seat_colours"][number] | "neutral";

export interface SeatLook {
  readonly colour: Colour;
  readonly letter: string;
}

interface Seats {
  readonly seats: readonly SeatLook[];
}

export const colourOf = ({ seats }: Seats, seat: number): Colour => seats[seat]?.colour ?? "neutral";

/** The seat with pieces of this colour. */
export const seatOf = ({ seats }: Seats, colour: Colour): number => seats.findIndex((look) => look.colour === colour);
