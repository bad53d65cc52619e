// From notation to words: the twin of the server's notation.py, whose head explains the patterns of the table.
import TABLE from '../../../src/overland/words/notation.json';
import type { Said } from './types';

type Reader = (part: string) => unknown;
type Pattern = { fits: RegExp; key: string; readers: [string, Reader][] };

const PLACE = /( ?)\{(\w+)(\.\.\.|:[^}]+|@[^}]+)?\}/g;
const kept = new Map<string, Pattern[]>();

/** A choice or an entry in notation, possibly with question marks, as a message; an unknown text is its own key. */
export function readNotation(game: string, text: string): Said {
  for (const pattern of patternsOf(game)) {
    const groups = pattern.fits.exec(text)?.groups;
    if (!groups && !pattern.fits.test(text)) continue;
    const args = pattern.readers.map(([name, read]) => [name, read(groups?.[name] ?? '')] as const);
    return { key: pattern.key, args: Object.fromEntries(args) };
  }
  return { key: text };
}

function patternsOf(game: string): Pattern[] {
  const known = kept.get(game);
  if (known) return known;
  const table = (TABLE as Record<string, Record<string, string>>)[game] ?? {};
  const made = Object.entries(table).map(([text, key]) => compiled(text, key));
  kept.set(game, made);
  return made;
}

function compiled(text: string, key: string): Pattern {
  const readers: [string, Reader][] = [];
  let made = '';
  let at = 0;
  for (const place of text.matchAll(PLACE)) {
    const [whole, blank = '', name = '', how = ''] = place;
    const [form, read] = reader(how);
    readers.push([name, read]);
    made += escaped(text.slice(at, place.index)) + (how === '...' ? '' : blank) + `(?<${name}>${form})`;
    at = place.index + whole.length;
  }
  return { fits: new RegExp(`^${made}${escaped(text.slice(at))}$`), key, readers };
}

function reader(how: string): [string, Reader] {
  if (how === '...') return ['(?: \\S+)*', (part) => part.split(' ').filter(Boolean)];
  if (how === ':int') return ['-?\\d+', Number];
  if (how.startsWith('@')) return ['\\S+', (part) => namedMessage(how.slice(1), part)];
  return [how.slice(1) || '\\S+?', (part) => part];
}

/** `kind:what` as a message of its own. */
export function namedMessage(prefix: string, part: string): Said {
  const [kind, what] = part.split(':');
  return { key: `${prefix}.${kind}`, args: { what: what ?? null } };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
