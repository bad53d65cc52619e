// Puzzles: how hard they are in words, and which ones this browser has seen solved.
export type Progress = 'solved' | 'tried' | 'new';

const LEVELS = [
  { name: 'easy', below: 0.4 },
  { name: 'medium', below: 0.65 },
  { name: 'hard', below: 0.9 },
] as const;
const HARDEST = 'fiendish';
const KEY = 'overland.puzzles';

/** How hard a puzzle is, by how many bots miss it: a name, and pips from 1 to 4. */
export function levelOf(missed: number): { name: string; pips: number } {
  const index = LEVELS.findIndex((level) => missed < level.below);
  return index < 0 ? { name: HARDEST, pips: LEVELS.length + 1 } : { name: LEVELS[index]?.name ?? '', pips: index + 1 };
}

export const PIPS = LEVELS.length + 1;

function kept(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found !== null && typeof found === 'object' ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** How far somebody has come with a puzzle. */
export function progressOf(key: string): Progress {
  const found = kept()[key];
  return found === 'solved' || found === 'tried' ? found : 'new';
}

/** Note how it went; what was solved once stays solved. */
export function note(key: string, progress: 'solved' | 'tried'): void {
  if (progressOf(key) === 'solved') return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [key]: progress }));
  } catch {
    // a browser that keeps nothing
  }
}
