// What flies over the table: pieces, cards, tokens and points, from where they were to where they are.
import { tick } from 'svelte';
import type { Flight } from '../games/kit';
import { app } from '../lib/app.svelte';
import type { Shown, Sitting } from './sitting.svelte';

type Place = { x: number; y: number };
export type Arrow = { id: number; from: Place; to: Place; seat: number };
export type Flying = { id: number; flight: Flight; from: Place; to: Place; delay: number };

const STAGGER = 40; // milliseconds between two that start together
const ARROW = 600; // milliseconds
const MOST = 24; // at a time: more says nothing

export class Flights {
  active = $state.raw<Flying[]>([]);
  arrows = $state.raw<Arrow[]>([]); // from whoever moved to where
  private next = 0;

  constructor(private readonly session: Sitting) {
    session.watcher = (fresh, before, after, isQuick) =>
      void this.follow(
        fresh.map((item) => item.n),
        before,
        after,
        isQuick,
      );
  }

  /** Whatever is new flies; where it starts is looked up before the screen changes, where it ends afterwards. */
  private async follow(numbers: number[], before: Shown, after: Shown, isQuick: boolean): Promise<void> {
    const [then, now] = [before.now?.view, after.now?.view];
    if (!numbers.length || !then || !now || app.isCalm) return;
    const items = after.log.filter((item) => numbers.includes(item.n) && !after.undone.has(item.n));
    if (isQuick && items.some((item) => item.seat !== this.session.seat)) return;
    const flights = items.flatMap((item) => this.session.kit.flights(item, then, now, item.seat === this.session.seat));
    const starts = flights.map((flight) => middleOf(flight.from));
    await tick();
    const ready = flights.flatMap((flight, index) => {
      const [from, to] = [starts[index] ?? middleOf(flight.from), middleOf(flight.to)];
      return from && to ? [{ id: this.next++, flight, from, to, delay: index * STAGGER }] : [];
    });
    this.active = [...this.active, ...ready].slice(-MOST);
    for (const item of items)
      if (item.seat !== this.session.seat) this.point(item.seat ?? null, this.session.kit.place(item));
  }

  /** For a moment a dotted line says who has moved where. */
  private point(seat: number | null, place: string | null): void {
    const [from, to] = [
      seat === null ? null : middleOf(`seat-${seat}`),
      place === null ? null : middleOf(`place-${place}`),
    ];
    if (!from || !to || seat === null) return;
    const arrow = { id: this.next++, from, to, seat };
    this.arrows = [...this.arrows, arrow];
    setTimeout(() => (this.arrows = this.arrows.filter((other) => other.id !== arrow.id)), ARROW);
  }

  landed(id: number): void {
    this.active = this.active.filter((flying) => flying.id !== id);
  }
}

/** The middle of a place of the screen, if it is in sight. */
function middleOf(spot: string): Place | null {
  for (const element of document.querySelectorAll(`[data-spot="${spot}"]`)) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  return null;
}
