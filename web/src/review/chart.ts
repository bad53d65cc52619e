// The geometry of a chart over a game: entries from left to right, values from the bottom up.

/** Where things are in a chart, in pixels. */
export type Scale = {
  width: number;
  height: number;
  x: (entry: number) => number;
  y: (value: number) => number;
  entry: (x: number) => number; // the nearest
};

export type Room = { left: number; right: number; top: number; bottom: number };

/** A scale for entries up to `last` and values up to `most`, with room around what is drawn. */
export function scaleOf(width: number, height: number, last: number, most: number, room: Room): Scale {
  const wide = Math.max(1, width - room.left - room.right);
  const high = Math.max(1, height - room.top - room.bottom);
  const entries = Math.max(1, last);
  return {
    width,
    height,
    x: (entry) => room.left + (entry / entries) * wide,
    y: (value) => room.top + high - (value / Math.max(1, most)) * high,
    entry: (x) => Math.max(0, Math.min(last, Math.round(((x - room.left) / wide) * entries))),
  };
}

const at = (value: number): number => Math.round(value * 10) / 10;

/** A line by steps: a value holds until an entry changes it. */
export function stepLine(values: readonly number[], { x, y }: Scale): string {
  const steps = values.map((value, entry) =>
    entry === 0
      ? `M${at(x(0))} ${at(y(value))}`
      : value === values[entry - 1]
        ? ''
        : `H${at(x(entry))}V${at(y(value))}`,
  );
  return `${steps.join('')}H${at(x(values.length - 1))}`;
}

/** A line from value to value, where not every entry has one. */
export function pointLine(values: readonly { entry: number; value: number }[], { x, y }: Scale): string {
  return values.map(({ entry, value }, index) => `${index ? 'L' : 'M'}${at(x(entry))} ${at(y(value))}`).join('');
}

/** The area between two lines by steps. */
export function stepArea(lower: readonly number[], upper: readonly number[], scale: Scale): string {
  const back = lower
    .map((value, entry) => [value, entry] as const)
    .filter(([value, entry]) => entry > 0 && value !== lower[entry - 1])
    .toReversed()
    .map(([, entry]) => `H${at(scale.x(entry))}V${at(scale.y(lower[entry - 1] ?? 0))}`)
    .join('');
  return `${stepLine(upper, scale)}V${at(scale.y(lower.at(-1) ?? 0))}${back}H${at(scale.x(0))}Z`;
}

/** Places that are so far apart, at least, that a number fits below each; the first ones count. */
export function spaced(places: readonly number[], least: number): number[] {
  const kept: number[] = [];
  for (const place of places) if (place - (kept.at(-1) ?? -Infinity) >= least) kept.push(place);
  return kept;
}

/** Round values for the lines of a grid, so many at most, 0 left out. */
export function gridOf(most: number, count: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => most / size <= count) ?? 1000;
  return Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step);
}
