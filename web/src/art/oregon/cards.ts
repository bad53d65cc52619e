// The pictures on Oregon's cards, on a field of 54 by 61 that starts at (5, 5) of a card of 64 by 90.
import { fmt, mix } from '../geometry';
import { disc, glyphAt, kept, plain, stroked } from '../markup';
import { building, BUILDING_COLOURS, type BuildingKind, ground, isBuilding } from './buildings';

type Scene = { sky: string; land: string; ink: string; banner: string };
const SCENES: Record<string, Scene> = {
  wagon: { sky: '#e9c48a', land: '#c98a4b', ink: '#6b3d18', banner: '#663a17' },
  bison: { sky: '#f0d79a', land: '#c9a24a', ink: '#5e4210', banner: '#593f0f' },
  settlers: { sky: '#cfe0cf', land: '#7fae9c', ink: '#1f4f4a', banner: '#1d4b46' },
  eagle: { sky: '#cfe3ee', land: '#86b3cc', ink: '#1f4763', banner: '#1d435e' },
  campfire: { sky: '#4a4a78', land: '#2a2c52', ink: '#ffb347', banner: '#3a2f5e' },
};
const JOKER_BANNER = '#7a4b00';

/** The colour of a card's banner and frame. */
export function bannerColour(name: string): string {
  return isBuilding(name) ? BUILDING_COLOURS[name] : (SCENES[name]?.banner ?? JOKER_BANNER);
}

/** The colour below the picture, where a small card goes on. */
export function groundColour(name: string): string {
  if (isBuilding(name)) return mix(BUILDING_COLOURS[name], '#fff6e0', 0.55);
  if (name === 'eagle') return '#7d9b7d';
  return SCENES[name]?.land ?? '#f6dc93';
}

const field = (colour: string): string => `<rect x="5" y="5" width="54" height="80" fill="${colour}"/>`;

function campfire({ land }: Scene): string {
  const stars = [[14, 13, 0.9], [25, 20, 0.7], [36, 11, 0.8], [52, 28, 0.7], [9, 27, 0.6], [43, 24, 0.6]]; // prettier-ignore
  return [
    disc(48, 15, 4.5, '#f4ecd0'),
    disc(46.2, 14, 3.8, '#4a4a78'),
    ...stars.map(([x = 0, y = 0, r = 1]) => disc(x, y, r, '#f4ecd0')),
    plain('M5 50L18 36L27 45L38 33L59 52V66H5z', '#34345f'),
    plain('M5 56C20 50 42 50 59 57V66H5z', land),
    disc(32, 46, 19, '#ff9a3c', ' opacity=".22"'),
    disc(32, 48, 12, '#ffb347', ' opacity=".25"'),
  ].join('');
}

function eagle(): string {
  return [
    disc(46, 18, 6, '#fff6d8'),
    plain('M5 54L19 36L28 48L42 34L59 55V66H5z', '#9db7c0'),
    plain('M19 36L28 48L22 47L19 43zM42 34L52 46L45 44z', '#f7f4ea'),
    plain('M5 59C22 53 40 55 59 60V66H5z', '#7d9b7d'),
  ].join('');
}

function settlers({ land }: Scene): string {
  return plain('M5 44C18 36 30 40 40 36S54 36 59 40V66H5z', '#a5c4a8') + plain('M5 54C22 47 42 50 59 53V66H5z', land);
}

function prairie({ sky, land }: Scene, sun: number): string {
  return [
    disc(sun, 19, 6.5, '#fff3c9'),
    plain('M5 46L20 38L34 44L46 37L59 45V66H5z', mix(land, sky, 0.45)),
    plain('M5 54C22 48 42 51 59 54V66H5z', land),
    stroked('M11 61l-1-3M11 61l1-3.4M50 63l-1-3M50 63l1.2-3.4M55 58l-.8-2.5', mix(land, '#3a2608', 0.35), 0.9),
  ].join('');
}

function joker(): string {
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8 + 0.2;
    return `M32 36L${fmt(32 + 60 * Math.cos(angle))} ${fmt(36 + 60 * Math.sin(angle))}`;
  }).join('');
  return [
    field('#f6dc93'),
    `<path d="${rays}" stroke="#e2b94f" stroke-width="3.2" opacity=".75"/>`,
    disc(32, 36, 19, '#fff6da', ' stroke="#b98412" stroke-width="1.5"'),
    glyphAt('joker', 32, 36, 28, '#b97900', '#fff6da'),
  ].join('');
}

function house(kind: BuildingKind): string {
  const colour = BUILDING_COLOURS[kind];
  const tall = kind === 'church' || kind === 'harbor' || kind === 'coal';
  return [
    field(mix(colour, '#fff6e0', 0.76)),
    plain('M5 37C16 31 26 36 36 33S52 34 59 31V66H5z', mix(colour, '#fff6e0', 0.66)),
    plain('M5 49C22 43 42 45 59 48V66H5z', groundColour(kind)),
    `<g transform="translate(32 ${tall ? 50 : 48})">${ground(kind)}${building(kind)}</g>`,
  ].join('');
}

const BACKGROUNDS: Record<string, (scene: Scene) => string> = {
  campfire,
  eagle,
  settlers,
  bison: (scene) => prairie(scene, 16),
  wagon: (scene) => prairie(scene, 47),
};

/** The picture of a card: a symbol in its landscape, a building or the joker. */
export const cardPicture = kept((name: string) => {
  if (isBuilding(name)) return house(name);
  const scene = SCENES[name];
  if (!scene) return joker();
  const size = { campfire: 30, eagle: 40 }[name] ?? 38;
  const height = { campfire: 43, eagle: 30 }[name] ?? 42;
  const light = name === 'campfire' ? '#fff1c4' : scene.sky;
  return field(scene.sky) + (BACKGROUNDS[name]?.(scene) ?? '') + glyphAt(name, 32, height, size, scene.ink, light);
});

/**
 * The size of a name on the banner, and for a long one the width it is set to, so that it fits in every typeface.
 */
export function fitted(label: string): { size: number; width: number | undefined } {
  const [room, wide] = [50, 0.6]; // wide: of a letter, in parts of its size
  const size = Math.max(7.6, Math.min(9.4, room / (Math.max(1, label.length) * wide)));
  const width = Math.min(room, label.length * size * wide);
  return { size: Math.round(size * 10) / 10, width: label.length < 8 ? undefined : Math.round(width * 10) / 10 };
}
