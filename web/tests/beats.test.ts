import { describe, expect, it } from 'vitest';
import { Beats, type Speed } from '../src/table/beats';

/** Beats with a clock of their own: what was shown, and when. */
function table(speed: Speed = 'normal') {
  let now = 0;
  let waiting: { at: number; run: () => void } | null = null;
  const shown: [string, number][] = [];
  const timer = {
    later: (run: () => void, pause: number) => (waiting = { at: now + pause, run }),
    cancel: () => (waiting = null),
  };
  const beats = new Beats<string>(
    (what) => shown.push([what, Math.round(now)]),
    timer,
    () => now,
  );
  beats.speed = speed;
  const pass = (until: number) => {
    while (waiting && waiting.at <= until) {
      now = waiting.at;
      const { run } = waiting;
      waiting = null;
      run();
    }
    now = until;
  };
  const beat = (name: string, length: number, asks = false, hasClock = false) =>
    beats.add({ shown: name, length, asks, hasClock });
  return { beats, beat, pass, shown };
}

describe('beats', () => {
  it('shows the first at once, and each after the one before has been seen', () => {
    const { beat, pass, shown } = table();
    beat('a', 700);
    beat('b', 400);
    beat('c', 120);
    pass(5000);
    expect(shown).toEqual([
      ['a', 0],
      ['b', 700],
      ['c', 1100],
    ]);
  });

  it('shows again what was asked for at its own pace, however fast the rest is', () => {
    const { beats, pass, shown } = table('instant');
    const again = (name: string, length: number) =>
      beats.add({ shown: name, length, asks: false, hasClock: false, isAgain: true });
    again('before', 700);
    again('after', 500);
    again('now', 0);
    pass(5000);
    expect(shown).toEqual([
      ['before', 0],
      ['after', 700],
      ['now', 1200],
    ]);
  });

  it('lets nobody wait longer than a moment and a half for a question', () => {
    const { beat, pass, shown } = table();
    for (const name of ['a', 'b', 'c']) beat(name, 700);
    beat('ask', 700, true);
    pass(5000);
    expect(shown.map(([name]) => name)).toEqual(['a', 'b', 'c', 'ask']);
    expect(shown.at(-1)?.[1]).toBeLessThanOrEqual(1500);
  });

  it('is slower or faster as asked, but never slow while a clock runs', () => {
    const times = (speed: Speed, hasClock: boolean) => {
      const { beat, pass, shown } = table(speed);
      for (const name of ['a', 'b', 'c']) beat(name, 700);
      beat('ask', 0, true, hasClock);
      pass(9000);
      return shown.at(-1)?.[1] ?? 0;
    };
    expect(times('slow', false)).toBeGreaterThan(1500);
    expect(times('slow', true)).toBeLessThanOrEqual(1500);
    expect(times('fast', false)).toBeLessThanOrEqual(600);
    expect(times('instant', false)).toBe(0);
  });

  it('shows only the last of what is skipped', () => {
    const { beats, beat, shown } = table();
    for (const name of ['a', 'b', 'c']) beat(name, 700);
    expect(beats.isBusy).toBe(true);
    beats.skip();
    expect(shown.map(([name]) => name)).toEqual(['a', 'c']);
    expect(beats.isBusy).toBe(false);
  });

  it('is free again when everything has been seen', () => {
    const { beat, pass, shown } = table();
    beat('a', 700);
    pass(1000);
    beat('b', 700);
    expect(shown.at(-1)).toEqual(['b', 1000]);
  });
});
