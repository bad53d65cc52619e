import { describe, expect, it } from 'vitest';
import {
  drawable,
  drawableBox,
  faceOf,
  grouped,
  painted,
  quarterTurned,
  swapped,
  type TileData,
  ungrouped,
  withIcons,
  withTerrain,
  withTerritory,
} from '../src/sets/data';

const tile: TileData = {
  sides: ['forest', 'forest', 'lake', 'meadow'],
  icons: ['circle', [], ['square', 'square'], 'hexagon'],
  back: 'gold',
};

describe('sets of one’s own', () => {
  it('paint a cell, and leave a map alone that is so already', () => {
    const data = { map: ['GGG', 'MMM'], columns: [], rows: [] };
    expect(painted(data, 1, 1, 'W').map).toEqual(['GGG', 'MWM']);
    expect(painted(data, 0, 0, 'G')).toBe(data);
    expect(painted(data, 0, 7, 'G')).toBe(data);
  });

  it('keep every symbol once', () => {
    expect(swapped(['a', 'b', 'c'], 0, 'c')).toEqual(['c', 'b', 'a']);
    expect(swapped(['a', 'b', 'c'], 1, 'b')).toEqual(['a', 'b', 'c']);
  });

  it('count tiles that are alike, and never the start tile with them', () => {
    const groups = grouped([tile, tile, tile, quarterTurned(tile), tile]);
    expect(groups.map(({ count, first }) => [first, count])).toEqual([[0, 1], [1, 2], [3, 1], [4, 1]]); // prettier-ignore
    expect(ungrouped(groups).tiles).toHaveLength(5);
  });

  it('change one side of a tile', () => {
    expect(withTerritory(tile, 1, 2).territories).toEqual([1, 2, 3, 4]);
    expect(faceOf(withTerritory(tile, 1, 2)).parts).toEqual(['forest 1', 'forest 2', 'lake 3', 'meadow 4']);
    expect(withTerrain(withTerritory(tile, 1, 2), 0, 'lake')).not.toHaveProperty('territories');
    expect(withIcons(tile, 2, 'circle', 1).icons[2]).toEqual(['circle', 'square', 'square']);
    expect(withIcons(tile, 2, 'square', 1).icons[2]).toBe('square');
    expect(withIcons(tile, 0, 'circle', 0).icons[0]).toEqual([]);
    expect(faceOf(tile).icons).toEqual(['circle', '', 'square+square', 'hexagon']);
  });

  it('turn a tile with all that is on it', () => {
    const turned = quarterTurned(withTerritory(tile, 1, 2));
    expect(turned.sides).toEqual(['meadow', 'forest', 'forest', 'lake']);
    expect(turned.territories).toEqual([4, 1, 2, 3]);
  });

  it('are drawn as files and as boxes of tables alike', () => {
    expect(drawable({ tiles: [tile] })).toEqual({ faces: [faceOf(tile)] });
    expect(drawable({ map: ['G'], columns: ['a'], rows: [] })).toEqual({ terrain: ['G'], columns: ['a'], rows: [] });
    const promo = { sides: [], icons: [], promo: 'dam' };
    expect(drawableBox({ game: 'okanagan', tiles: [faceOf(tile), promo] })).toEqual({ faces: [faceOf(tile)] });
  });
});
