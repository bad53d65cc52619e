// Okanagan's buildings in the colours of the seats, and the plates that stand for rewards.
import { mix } from '../geometry';
import { MARKS, rewardFor } from '../glyphs';
import { filled, glyphAt, kept, plain, stroked } from '../markup';
import { seatColour } from '../seats';
import type { PieceKind } from './places';

const WALL = '#fff6e2';
const SHADED = '#dccdb0';

type Paint = { seat: number; base: string; dark: string; ink: string };
const mark = (seat: number, x: number, y: number, size: number, colour: string): string =>
  `<path transform="translate(${x} ${y}) scale(${size}) translate(-12 -12)" d="${MARKS[seat] ?? ''}" fill="${colour}"/>`;

function farm({ seat, base, dark, ink }: Paint): string {
  return [
    filled('M5 10V-3L17-8V5z', SHADED, ink),
    filled('M9.5 3V-1L13-2.5V1.5z', mix(base, '#fff3dc', 0.5), ink, 0.8),
    filled('M5-4L-5.5-15L7-20.5L18.5-9z', dark, ink),
    filled('M-16 10V-3L-5.5-15L5-3V10z', WALL, ink),
    stroked('M-18-1.5L-5.5-15.5L6.5-2', ink, 5.6),
    stroked('M-18-1.5L-5.5-15.5L6.5-2', base, 3.6),
    mark(seat, -5.5, 2, 0.78, base),
  ].join('');
}

function warehouse({ seat, base, dark, ink }: Paint): string {
  return [
    filled('M9 10V-5L18-9V6z', SHADED, ink),
    filled('M-18-5C-17-17 8-17 9-5L18-9C17-21-7-22-9.5-15', dark, ink),
    filled('M-18 10V-5C-17-17 8-17 9-5V10z', WALL, ink),
    stroked('M-18.3-4.5C-17.3-17 8.3-17 9.3-4.5', ink, 5.4),
    stroked('M-18.3-4.5C-17.3-17 8.3-17 9.3-4.5', base, 3.6),
    filled('M-12.5 10V-3.5H3.5V10z', base, ink, 1),
    mark(seat, -4.5, 3.2, 0.66, '#fff'),
  ].join('');
}

function silo({ seat, base, dark, ink }: Paint): string {
  return [
    filled('M-9.5 9.5V-13C-9.5-23 9.5-23 9.5-13V9.5C9.5 13-9.5 13-9.5 9.5z', WALL, ink),
    plain('M3 12V-20.2C7-19 9.5-16 9.5-13V9.5C9.5 11 6.5 11.8 3 12z', '#5a4526', 0.22),
    filled('M-9.5-12C-9.5-24 9.5-24 9.5-12C9.5-9.5-9.5-9.5-9.5-12z', base, ink),
    plain('M3-20.5C8-18.5 9.5-15 9.5-12C9.5-10.9 6.5-10.3 3-10.2z', dark, 0.7),
    stroked('M-6-15.5C-5-18-3-19.3-1-19.6', '#fff', 1.2, 0.5),
    stroked('M-9.5-5.5C-9.5-3.5-6-3.5 0-3.5S9.5-3.5 9.5-5.5M-9.5 6.5C-9.5 9-9.5 9 0 9S9.5 9 9.5 6.5', base, 1.8),
    mark(seat, -0.5, 2.2, 0.64, base),
  ].join('');
}

const DRAWINGS: Record<PieceKind, (paint: Paint) => string> = { farm, warehouse, silo };
/** The outline of each piece, for the light rim of a ghost. */
export const RIMS: Record<PieceKind, string> = {
  farm: 'M-18-1.5L-5.5-16.5L7-20.5L18.5-9L17 5L5 10H-16V-3z',
  warehouse: 'M-18 10V-5C-17.5-12-14-18-7-19C4-21 17-20 18-9V6L9 10z',
  silo: 'M-9.5 9.5V-12C-9.5-24 9.5-24 9.5-12V9.5C9.5 13-9.5 13-9.5 9.5z',
};
export const isPieceKind = (name: string): name is PieceKind => name in DRAWINGS;

const written = kept((name: string) => {
  const [kind = '', seat = '0'] = name.split(':');
  const base = seatColour(Number(seat));
  const paint = { seat: Number(seat), base, dark: mix(base, '#000000', 0.35), ink: mix(base, '#000000', 0.62) };
  return isPieceKind(kind) ? DRAWINGS[kind](paint) : '';
});
export const piece = (kind: PieceKind, seat: number): string => written(`${kind}:${seat}`);

export const PLATE_COLOURS: Record<string, string> = {
  forest: '#28523a',
  lake: '#245580',
  meadow: '#7d5a0c',
  mountain: '#564f62',
};
const PLATES: Record<string, string> = {
  circle: 'M0-13.5a13.5 13.5 0 1 0 .01 0z',
  square: 'M-8.5-12.5h17a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4h-17a4 4 0 0 1-4-4v-17a4 4 0 0 1 4-4z',
  hexagon: 'M0-14.8L12.8-7.4V7.4L0 14.8L-12.8 7.4V-7.4Z',
};

const writtenPlate = kept((name: string) => {
  const [terrain = '', icon = '', look = ''] = name.split(':');
  const path = PLATES[icon] ?? PLATES['circle'] ?? '';
  const fill = PLATE_COLOURS[terrain] ?? '#555';
  const scale = look === 'bare' ? 1.22 : 1.12;
  const glyph = look === 'bare' ? '' : glyphAt(rewardFor(terrain, icon), 0, 0, 17.5, '#fff8ea', fill);
  const shadow = `<path d="${path}" transform="translate(.8 1.8)" fill="#1b130a" opacity=".28"/>`;
  return `<g transform="scale(${scale})">${shadow}${filled(path, fill, '#fff8ea', 1.8)}${glyph}</g>`;
});

/** The plate of an icon around its own middle, 30 units wide; a bare one is larger and has no glyph. */
export const plate = (terrain: string, icon: string, bare = false): string =>
  writtenPlate(`${terrain}:${icon}:${bare ? 'bare' : ''}`);
