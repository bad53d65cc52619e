// What an exercise is about, in words and links: a puzzle, or an example of the rules.
import type { Said } from '../lib/types';

export type Link = { href: string; label: Said };

export type Task = {
  title: Said;
  ask: Said;
  missed: number | null; // by how many bots, if it is a puzzle
  right: Said;
  wrong: Said;
  why: Said | null; // said after the right choice
  show: Said;
  solution: 'ui.puzzle.solution' | 'ui.example.shown';
  next: Link | null;
  back: Link;
};

const HARD = 0.5; // missed by so many bots
const SEATS = { first: 0, second: 1, third: 2 };

export function puzzleTask(game: string, number: number, missed: number, count: number): Task {
  const next = number < count ? number + 1 : 1;
  return {
    title: { key: 'ui.puzzle.title', args: { game, number } },
    ask: { key: 'ui.puzzle.ask' },
    missed,
    right: { key: missed >= HARD ? 'ui.puzzle.right.hard' : 'ui.puzzle.right' },
    wrong: { key: 'ui.puzzle.wrong' },
    why: null,
    show: { key: 'ui.puzzle.show' },
    solution: 'ui.puzzle.solution',
    next: { href: `/puzzle/${game}/${next}`, label: { key: 'ui.puzzle.next' } },
    back: { href: '/puzzles', label: { key: 'ui.puzzles.all' } },
  };
}

/** The texts of an example; players are called by their seats. */
export function exampleText(game: string, name: string, part: 'title' | 'ask' | 'why'): Said {
  return { key: `ui.example.${game}.${name}.${part}`, args: SEATS };
}

export function exampleTask(game: string, name: string, following: string | null): Task {
  return {
    title: exampleText(game, name, 'title'),
    ask: exampleText(game, name, 'ask'),
    missed: null,
    right: { key: 'ui.example.right' },
    wrong: { key: 'ui.example.wrong' },
    why: exampleText(game, name, 'why'),
    show: { key: 'ui.example.show' },
    solution: 'ui.example.shown',
    next: following ? { href: `/example/${game}/${following}`, label: { key: 'ui.example.next' } } : null,
    back: { href: `/rules/${game}`, label: { key: 'ui.example.rules' } },
  };
}
