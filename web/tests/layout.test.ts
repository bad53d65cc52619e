import { describe, expect, it } from 'vitest';
import {
  barPlace,
  besides,
  close,
  extentOf,
  fitted,
  onScreen,
  panned,
  shows,
  TILE,
  zoomed,
} from '../src/games/okanagan/camera';
import { bandBoxes, cellAt, frameOf, groupsOf, menuPlace, middleOf, placeOf } from '../src/games/oregon/frame';
import { stopsOf } from '../src/review/stops';

describe("Okanagan's camera", () => {
  const size = { width: 1000, height: 600 };
  const extent = extentOf([
    { x: -1, y: 0 },
    { x: 3, y: 2 },
  ]);

  it('shows everything as large as it fits, but no tile larger than 160 pixels', () => {
    const camera = fitted(extent, size);
    expect(shows(camera, extent, size)).toBe(true);
    expect(camera.scale * TILE).toBeLessThanOrEqual(160);
    expect(fitted(extentOf([{ x: 0, y: 0 }]), size).scale * TILE).toBeLessThanOrEqual(160);
    expect(shows({ ...camera, scale: camera.scale * 1.5 }, extent, size)).toBe(false);
  });

  it('keeps the place under the pointer when it zooms', () => {
    const camera = fitted(extent, size);
    const at = { x: 200, y: 100 };
    const under = { x: camera.x + (at.x - 500) / camera.scale, y: camera.y + (at.y - 300) / camera.scale };
    const near = zoomed(camera, 1.2, size, at);
    expect(onScreen(near, size, under.x, under.y)).toMatchObject({ x: expect.closeTo(200), y: expect.closeTo(100) });
  });

  it('moves with the hand', () => {
    const camera = { x: 0, y: 0, scale: 2 };
    expect(onScreen(panned(camera, 30, -10), size, 0, 0)).toEqual({ x: 530, y: 290 });
    expect(close({ x: 0, y: 0 }, { width: 228, height: 500 })).toEqual({ x: 60, y: 60, scale: 1 });
    expect(close({ x: 0, y: 0 }, size).scale * TILE).toBeLessThanOrEqual(160);
  });

  it('puts the bar of a tile over nothing that is taken, if it can', () => {
    const window = { width: 360, height: 540 };
    const bar = { width: 132, height: 46 };
    const tileAt = (x: number, y: number) => ({ left: x, top: y, right: x + 50, bottom: y + 50 });
    const place = (...taken: [number, number][]) =>
      barPlace(
        tileAt(150, 250),
        window,
        bar,
        taken.map(([x, y]) => tileAt(x, y)),
      );
    expect(place()).toEqual({ left: 144, top: 304, right: 276, bottom: 350 });
    expect(place([200, 300])).toMatchObject({ left: 68, right: 200, top: 304 }); // to the left below
    expect(place([150, 300])).toMatchObject({ left: 144, bottom: 246 }); // above
    expect(place([150, 300], [150, 200])).toMatchObject({ left: 204, right: 336 }); // at its right
    expect(place([150, 300], [150, 200], [200, 250])).toMatchObject({ left: 14, right: 146 });
    expect(place([150, 300], [150, 200], [200, 250], [50, 250])).toMatchObject({ left: 100, right: 146, top: 209 });
    expect(place([150, 300], [150, 200], [200, 250], [100, 250])).toEqual(place()); // nowhere
    expect(barPlace(tileAt(150, 490), window, bar, [])).toMatchObject({ bottom: 486 });
    expect(barPlace(tileAt(0, 0), window, bar, []).left).toBeGreaterThanOrEqual(0);
  });

  it('puts a panel beside a territory, inside the window', () => {
    const panel = { width: 300, height: 200 };
    for (const [left, top] of [
      [0, 0],
      [400, 200],
      [850, 450],
    ] as const) {
      const box = { left, top, right: left + 120, bottom: top + 120 };
      const place = besides(box, size, panel);
      expect(place.left >= 0 && place.left + 300 <= 1000 && place.top >= 0 && place.top + 200 <= 600).toBe(true);
      const isApart =
        place.left >= box.right ||
        place.left + 300 <= box.left ||
        place.top >= box.bottom ||
        place.top + 200 <= box.top;
      expect(isApart).toBe(true);
    }
  });
});

describe("Oregon's frame", () => {
  it('has a1 at the top left in both orientations, and knows the way back', () => {
    for (const frame of [frameOf(false), frameOf(true)]) {
      expect(cellAt(frame, 0, 0)).toBe('a1');
      for (const cell of ['a1', 'o10', 'h4']) {
        const { down, across } = placeOf(frame, cell);
        expect(cellAt(frame, down, across)).toBe(cell);
      }
    }
    expect(middleOf(frameOf(true), 'b1')).toEqual({ x: 32, y: 96 });
  });

  it('draws the bands of a symbol three letters and two numbers wide', () => {
    const bands = bandBoxes(frameOf(false), 'bison', ['wagon', 'bison'], ['bison']);
    expect(bands).toEqual([
      { x: 192, y: 0, width: 192, height: 640 },
      { x: 0, y: 0, width: 960, height: 128 },
    ]);
  });

  it('never puts a menu over its cell or outside the board', () => {
    const frame = frameOf(false);
    const board = { width: 812, height: 554 };
    const menu = { width: 272, height: 214 };
    for (const cell of ['a1', 'o1', 'a10', 'o10', 'h5', 'h6']) {
      const place = menuPlace(frame, cell, board, menu);
      const scale = board.width / frame.width;
      const top = (middleOf(frame, cell).y + frame.top - 32) * scale;
      const bottom = top + 64 * scale;
      expect(place.top + menu.height <= top || place.top >= bottom).toBe(true);
      expect(place.left >= 0 && place.left + menu.width <= board.width).toBe(true);
    }
  });

  it('finds groups that lie together', () => {
    expect(groupsOf(['a1', 'b1', 'c2', 'o10'], false)).toEqual([['a1', 'b1'], ['c2'], ['o10']]);
    expect(groupsOf(['a1', 'b1', 'c2'], true)).toEqual([['a1', 'b1', 'c2']]);
  });
});

describe('a review', () => {
  it('stops after each turn', () => {
    const item = (entry: number) => ({ n: entry, kind: 'move', words: { key: '' }, entry, gains: [] });
    const turns = [[0, 1, 2], [3], [4, 5]].map((entries) => ({
      key: entries[0] ?? 0,
      kind: 'turn' as const,
      seat: 0,
      points: 0,
      items: entries.map(item),
    }));
    expect(stopsOf(turns)).toEqual([0, 3, 4, 6]);
  });
});
