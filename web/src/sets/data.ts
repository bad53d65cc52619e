// Maps and tile sets as records carry them, and what is drawn of them. What is right or wrong the server says.
import type { Box, Face, OkanaganBox, OregonBox } from '../lib/types';

export type MapData = { map: string[]; columns: string[]; rows: string[] };
export type TileData = { sides: string[]; icons: (string | string[])[]; territories?: number[]; back: string | null };
export type TilesData = { tiles: TileData[] };
export type SetData = MapData | TilesData;

export const isTiles = (data: SetData): data is TilesData => 'tiles' in data;

export const iconsOf = (icons: string | string[] | undefined): string[] =>
  icons === undefined ? [] : typeof icons === 'string' ? [icons] : icons;

/** The territory of each side: as the tile says, or one for each terrain. */
export function territoriesOf({ sides, territories }: TileData): number[] {
  return territories ?? sides.map((terrain) => 1 + sides.indexOf(terrain));
}

/** A tile as it is drawn. */
export function faceOf(tile: TileData): Face {
  const parts = territoriesOf(tile).map((number, side) => `${tile.sides[side] ?? ''} ${number}`);
  return { sides: tile.sides, icons: tile.icons.map((icons) => iconsOf(icons).join('+')), parts };
}

/** What is drawn of a set: a map, or the faces of tiles. */
export type Drawable = { terrain: string[]; columns: string[]; rows: string[] } | { faces: Face[] };

export function drawable(data: SetData): Drawable {
  return isTiles(data)
    ? { faces: data.tiles.map(faceOf) }
    : { terrain: data.map, columns: data.columns, rows: data.rows };
}

/** The same of what is in the box of a table; promo tiles belong to no set. */
export function drawableBox(box: Box): Drawable {
  if (box.game === 'oregon') return box as OregonBox;
  return { faces: (box as OkanaganBox).tiles.filter(({ promo }) => !promo) };
}

// Words of the files

export const GROUNDS = ['G', 'M', 'R', 'W'] as const; // of a map's cells
export const GROUND_NAMES: Record<string, string> = { G: 'plains', M: 'mountain', R: 'railway', W: 'water' };
export const SHAPE_NAMES = ['circle', 'hexagon', 'square'] as const;
export const MOST_ICONS = 9; // that a field takes

/** A map with one cell of another terrain. */
export function painted(data: MapData, row: number, col: number, ground: string): MapData {
  const line = data.map[row];
  if (line === undefined || line[col] === ground || col >= line.length) return data;
  return { ...data, map: data.map.with(row, line.slice(0, col) + ground + line.slice(col + 1)) };
}

/** Symbols of the bands with one of them at a place; what was there goes to where that one was. */
export function swapped(symbols: readonly string[], at: number, symbol: string): string[] {
  const former = symbols[at] ?? symbol;
  return symbols.map((other, band) => (band === at ? symbol : other === symbol ? former : other));
}

export type Group = { tile: TileData; count: number; first: number }; // equal tiles, from which number on

/** Tiles that are equal and lie beside each other in the file, together; the start tile is alone. */
export function grouped(tiles: readonly TileData[]): Group[] {
  const groups: Group[] = [];
  tiles.forEach((tile, number) => {
    const last = groups.at(-1);
    if (last && number > 1 && JSON.stringify(last.tile) === JSON.stringify(tile)) last.count += 1;
    else groups.push({ tile, count: 1, first: number });
  });
  return groups;
}

export const ungrouped = (groups: readonly Group[]): TilesData => ({
  tiles: groups.flatMap(({ tile, count }) => Array.from({ length: count }, () => tile)),
});

/** A tile with other terrain on a side; sides of one terrain are one territory again. */
export function withTerrain(tile: TileData, side: number, terrain: string): TileData {
  return { sides: tile.sides.with(side, terrain), icons: tile.icons, back: tile.back };
}

/** A tile with so many icons of a shape on a side. */
export function withIcons(tile: TileData, side: number, shape: string, count: number): TileData {
  const others = iconsOf(tile.icons[side]).filter((other) => other !== shape);
  const icons = SHAPE_NAMES.flatMap((name) =>
    name === shape ? Array<string>(count).fill(name) : others.filter((other) => other === name),
  );
  return { ...tile, icons: tile.icons.with(side, icons.length === 1 ? (icons[0] ?? '') : icons) };
}

/** A tile with a side in another territory. */
export function withTerritory(tile: TileData, side: number, number: number): TileData {
  return { ...tile, territories: territoriesOf(tile).with(side, number) };
}

/** A tile turned a quarter clockwise. */
export function quarterTurned(tile: TileData): TileData {
  const turn = <T>(list: readonly T[]): T[] => [...list.slice(-1), ...list.slice(0, -1)];
  return {
    ...tile,
    sides: turn(tile.sides),
    icons: turn(tile.icons),
    ...(tile.territories ? { territories: turn(tile.territories) } : {}),
  };
}
