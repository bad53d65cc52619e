// The points of a reviewed game over its entries: by player, and by what they came from.
import type { ReviewItem } from '../lib/types';

/** What each seat has, by source. */
export type Points = Record<string, number>[];

/** The points before the first entry and after each: what an entry does not name has not changed. */
export function pointsOver(items: readonly Pick<ReviewItem, 'points'>[], players: number): Points[] {
  const over: Points[] = [Array.from({ length: players }, () => ({}))];
  for (const item of items) over.push(item.points ?? (over.at(-1) as Points));
  return over;
}

export function sumOf(sources: Record<string, number> | undefined): number {
  return Object.values(sources ?? {}).reduce((sum, points) => sum + points, 0);
}

/** The sums of a seat, entry by entry. */
export function sumsOf(over: readonly Points[], seat: number): number[] {
  return over.map((points) => sumOf(points[seat]));
}

/** The sources that ever brought a seat anything (without one: anybody), in a given order. */
export function sourcesOf(over: readonly Points[], order: readonly string[], seat: number | null): string[] {
  const has = (source: string) =>
    over.some((points) => points.some((sources, whose) => (seat === null || whose === seat) && sources[source]));
  return order.filter(has);
}

/** The layers of a seat's points, one upon the other. */
export function layersOf(
  over: readonly Points[],
  sources: readonly string[],
  seat: number,
): { source: string; lower: number[]; upper: number[] }[] {
  let lower = over.map(() => 0);
  return sources.map((source) => {
    const upper = lower.map((value, entry) => value + (over[entry]?.[seat]?.[source] ?? 0));
    const layer = { source, lower, upper };
    lower = upper;
    return layer;
  });
}
