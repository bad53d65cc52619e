import { describe, expect, it } from 'vitest';
import { hash } from '../src/art/geometry';
import { BUILDINGS, building } from '../src/art/oregon/buildings';
import { cardPicture, fitted } from '../src/art/oregon/cards';
import { gridOf } from '../src/art/oregon/grid';
import { groupOutline } from '../src/art/oregon/groups';
import { oregonLand } from '../src/art/oregon/land';
import { railway } from '../src/art/oregon/railway';

const FRONTIER = [
  'GGGGGMMMGGMMGGG', 'GMMGGMMGGGGMRRR', 'RRRRGMGGGGRRRGG', 'GGGRRGGGGRRGGGM', 'MGGGRRGGRRGGGMM',
  'MMGGGRRRRGWWGGM', 'MGGWWGGRGGGWWGG', 'MGWWGGGRGMGWWGG', 'GGWWGMGRMMGGGMG', 'GGGGMMMRGMGGMMG',
]; // prettier-ignore
const row = (letters: string): string[] => Array.from({ length: 10 }, () => letters.repeat(15).slice(0, 15));
const chanceMap = (seed: number, letters: string): string[] =>
  Array.from({ length: 10 }, (_, y) =>
    Array.from({ length: 15 }, (_, x) => letters[Math.floor(hash(seed, x, y) * letters.length)]).join(''),
  );
const count = (path: string, command: string): number => path.split(command).length - 1;

describe("Oregon's land", () => {
  it('is drawn once for each way it lies', () => {
    expect(oregonLand(FRONTIER, false)).toBe(oregonLand([...FRONTIER], false));
    const tall = oregonLand(FRONTIER, true);
    expect([tall.width, tall.height]).toEqual([640, 960]);
    expect(tall.ridges.length).toBeGreaterThan(5);
  });

  it('has two lakes with two lines of wash', () => {
    const { lakes } = oregonLand(FRONTIER, false);
    expect([lakes.shore, lakes.line, lakes.shallow, lakes.deep].map((path) => count(path, 'M'))).toEqual([2, 2, 2, 2]);
  });

  it('lays a main line out of the board, a branch and a wye', () => {
    const { lines } = railway(gridOf(FRONTIER, false));
    expect(lines).toHaveLength(3);
    const ends = lines.flatMap((line) => [line[0], line.at(-1)]).map((end) => `${end?.x},${end?.y}`);
    expect(ends).toEqual(expect.arrayContaining(['0,160', '960,96', '480,640']));
  });

  it('bends round corners and does not jump', () => {
    for (const line of railway(gridOf(FRONTIER, false)).lines) {
      line.slice(1).forEach((here, index) => {
        const before = line[index];
        expect(before && Math.hypot(here.x - before.x, here.y - before.y)).toBeLessThan(7);
      });
    }
  });

  it('draws any map without a number that is none', () => {
    const maps = [[], [''], row('W'), row('M'), row('R'), row('G'), row('RG'), row('RWM')];
    for (let seed = 0; seed < 40; seed++)
      maps.push(chanceMap(seed, ['GWMR', 'GGRR', 'GGWW', 'GGGGRM'][seed % 4] ?? 'G'));
    for (const map of maps) {
      for (const transposed of [false, true]) {
        expect(JSON.stringify(oregonLand(map, transposed))).not.toMatch(/NaN|null|Infinity|undefined/);
      }
    }
  });
});

describe("Oregon's pieces", () => {
  it('outlines a group once, and groups apart from each other apart', () => {
    expect(
      count(
        groupOutline([
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
        ]),
        'M',
      ),
    ).toBe(1);
    expect(
      count(
        groupOutline([
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ]),
        'M',
      ),
    ).toBe(2);
    expect(groupOutline([])).toBe('');
  });

  it('draws every building and every card', () => {
    expect(new Set(BUILDINGS.map((kind) => building(kind))).size).toBe(7);
    const cards = ['wagon', 'bison', 'settlers', 'eagle', 'campfire', 'joker', ...BUILDINGS].map((name) =>
      cardPicture(name),
    );
    expect(new Set(cards).size).toBe(13);
    expect(cards.join('')).not.toMatch(/NaN|undefined/);
  });

  it('fits long names on the banner', () => {
    for (const label of ['Bison', 'Poststation', 'Lagerhaus', 'Kohlebergwerk', '']) {
      const { size, width } = fitted(label);
      expect(width ?? label.length * size * 0.68).toBeLessThanOrEqual(50);
    }
  });
});
