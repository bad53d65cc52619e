// The colours of the seats as pieces wear them; each seat has a mark too (glyphs.ts), so that no owner is known by colour alone.
export const SEATS = ['#b3261e', '#1d5fa8', '#7a4b00', '#1f6b45'] as const;
export const seatColour = (seat: number): string => SEATS[seat] ?? '#5b5566';

/** A light rim, as a filter, that sets a dark piece off from a dark ground. */
export const RIM = 'drop-shadow(0 0 0.8px #fff6e0) drop-shadow(0 0 0.5px #fff6e0)';
