// The colours of the seats as pieces wear them; each seat has a mark too (glyphs.ts), so that no owner is known by colour alone.
export const SEATS = ['#b3261e', '#1d5fa8', '#7a4b00', '#1f6b45'] as const;
export const seatColour = (seat: number): string => SEATS[seat] ?? '#5b5566';
