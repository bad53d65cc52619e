import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleTask, puzzleTask } from '../src/exercise/task';
import { levelOf, note, progressOf } from '../src/lib/puzzles';

describe('puzzles', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });

  it('are as hard as many bots miss them', () => {
    expect([0, 0.39, 0.4, 0.64, 0.65, 0.9, 1].map((missed) => levelOf(missed).pips)).toEqual([1, 1, 2, 2, 3, 4, 4]);
  });

  it('stay solved once they are', () => {
    expect(progressOf('a')).toBe('new');
    note('a', 'tried');
    expect(progressOf('a')).toBe('tried');
    note('a', 'solved');
    note('a', 'tried');
    expect(progressOf('a')).toBe('solved');
    expect(progressOf('b')).toBe('new');
  });

  it('forget what is not readable', () => {
    localStorage.setItem('overland.puzzles', '{');
    expect(progressOf('a')).toBe('new');
    note('a', 'solved');
    expect(progressOf('a')).toBe('solved');
  });

  it('go on with the next, and from the last with the first', () => {
    expect(puzzleTask('oregon', 3, 0.2, 12).next?.href).toBe('/puzzle/oregon/4');
    expect(puzzleTask('oregon', 12, 0.9, 12).next?.href).toBe('/puzzle/oregon/1');
    expect(exampleTask('okanagan', 'hide', null).next).toBeNull();
  });
});
