// Oregon's buildings in three-quarter view. The origin is the middle of the ground; a building is about 48 units wide.
import { mix } from '../geometry';
import { disc, filled, kept, plain, stroked } from '../markup';

export const BUILDINGS = ['post', 'harbor', 'church', 'coal', 'gold', 'warehouse', 'station'] as const;
export type BuildingKind = (typeof BUILDINGS)[number];
export const isBuilding = (name: string): name is BuildingKind => (BUILDINGS as readonly string[]).includes(name);

export const BUILDING_COLOURS: Record<BuildingKind, string> = {
  post: '#b23f2a',
  harbor: '#2b6f8f',
  church: '#6b5a92',
  coal: '#4a4743',
  gold: '#8a5f00',
  warehouse: '#7a5230',
  station: '#39613f',
};

/** The terrain a building stands on, as the colour of its plinth. */
const GROUND: Record<BuildingKind, string> = {
  post: '#d3d19b',
  harbor: '#d9cc9f',
  church: '#d3d19b',
  coal: '#bfa987',
  gold: '#bfa987',
  warehouse: '#d3d19b',
  station: '#c9bc97',
};
const CREAM = '#fffaf0';
const GLASS = '#fbe3a8';

type Paint = { base: string; light: string; pale: string; dark: string; deep: string; ink: string };

function paintOf(base: string): Paint {
  return {
    base,
    light: mix(base, '#fff3dc', 0.32),
    pale: mix(base, '#fff3dc', 0.78),
    dark: mix(base, '#120a04', 0.32),
    deep: mix(base, '#120a04', 0.55),
    ink: mix(base, '#0d0703', 0.72),
  };
}

function plinth(ground: string): string {
  return (
    '<ellipse cx="2.5" cy="13" rx="26" ry="8.5" fill="#241a10" opacity=".24"/>' +
    plain('M-24 6.5v2.6c0 4.6 10.7 8.3 24 8.3s24-3.7 24-8.3V6.5z', mix(ground, '#3a2a16', 0.42)) +
    `<ellipse cy="6.6" rx="24" ry="8.3" fill="${ground}"/>` +
    '<ellipse cy="6.6" rx="23.3" ry="7.7" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width=".8"/>'
  );
}

function warehouse({ base, dark, deep, ink }: Paint): string {
  const plank = mix(base, '#ffe2b4', 0.6);
  return [
    filled('M8 9V-6L21-13V2z', mix(base, '#1a0f05', 0.12), ink),
    filled('M8-6L4-15.5L17-22.5L21-13z', dark, ink),
    filled('M4-15.5L-6-21.5L7-28.5L17-22.5z', mix(base, '#120a04', 0.12), ink),
    stroked('M-1.5-18.8L11.5-25.8M6.2-10.8L19.2-17.8', dark, 0.9, 0.7),
    filled('M-20 9V-6L-16-15.5L-6-21.5L4-15.5L8-6V9z', mix(base, '#ffe2b4', 0.42), ink),
    stroked('M-17 9V-8M5 9V-8', mix(base, '#ffe2b4', 0.15), 0.8, 0.7),
    stroked('M-20.8-6L-16.7-16L-6-22.4L4.7-16L8.8-6', deep, 2.4),
    filled('M-14 9V-5H2V9z', mix(base, '#120a04', 0.18), ink, 1),
    `<path d="M-14-5L2 9M2-5L-14 9M-6-5V9" stroke="${plank}" stroke-width="1.3" fill="none"/>`,
    filled('M-9-9V-14H-3V-9z', deep, ink, 0.8),
  ].join('');
}

function post({ base, light, dark, deep, ink }: Paint): string {
  return [
    filled('M9 9V-11L21-18V2z', dark, ink),
    filled('M9-11V-14.5L21-21V-18z', deep, ink, 0.9),
    filled('M13 0V-7L17-9.4V-2.4z', mix(base, '#fff3dc', 0.7), ink, 0.8),
    stroked('M4-20V-34', ink, 1.6),
    filled('M4.6-34L15-31.5L4.6-27.5z', '#fff3dc', ink, 1),
    filled('M-18 9V-15H-12.5V-20H3.5V-15H9V9z', light, ink),
    stroked('M-18.5-15H-12.5V-20.5H3.5V-15H9.5', deep, 2),
    filled('M-13.5-3.5V-13H4.5V-3.5z', CREAM, ink, 1),
    stroked('M-13.5-13L-4.5-6.8L4.5-13', ink, 1.3),
    filled('M-8 9V0H-1.5V9z', deep, ink, 0.9),
    filled('M1.5 5.5V.5H6V5.5z', GLASS, ink, 0.8),
    filled('M-15.5 5.5V.5H-11V5.5z', GLASS, ink, 0.8),
    `<path d="M-17.5-.8H8.5" stroke="${deep}" stroke-width="1.4"/>`,
  ].join('');
}

function harbor({ base, pale, dark, deep, ink }: Paint): string {
  return [
    stroked('M-24 8q3-3 6 0t6 0M-9 12.5q3-3 6 0t6 0t6 0', mix(base, '#ffffff', 0.35), 1.6),
    filled('M15 9V-2L21-5.5V5.5z', mix(base, '#fff3dc', 0.45), ink),
    filled('M8.5-8.5L15.5-2L22-5.5L15.5-12z', dark, ink),
    filled('M2 9V-2L8.5-8.5L15-2V9z', pale, ink),
    stroked('M1.2-1.5L8.5-9L15.7-1.5', base, 2.4),
    filled('M6.5 9V2.5H10.5V9z', dark, ink, 0.8),
    filled('M-16 9L-12-22H-3L1 9z', CREAM, ink),
    plain('M-14.7-1L-13.7-8.5H-1.3L-.3-1zM-12.9-15L-12.4-19H-2.6L-2.1-15z', base),
    plain('M-6.5-22H-3L1 9H-6z', '#0d2430', 0.2),
    filled('M-9.5 9V4.5a2 2 0 0 1 4 0V9z', deep, ink, 0.7),
    filled('M-14-22H-1L-2-25H-13z', deep, ink, 0.8),
    filled('M-11-25V-30H-4V-25z', '#ffd868', ink, 0.9),
    filled('M-12.5-30L-7.5-36.5L-2.5-30z', base, ink),
  ].join('');
}

function church({ base, pale, dark, deep, ink }: Paint): string {
  const windows = [7, 14].map((x) => filled(`M${x - 2} 7V1.5a2 2 0 0 1 4 0V7z`, dark, ink, 0.7)).join('');
  return [
    filled('M0 9V-4H20V9z', pale, ink),
    filled('M-2-4H22.5L17.5-16H3z', base, ink),
    stroked('M4-16L1-4M9-16L8-4M14-16L15.5-4', dark, 1, 0.55),
    windows,
    filled('M-4 10V-13L2-16V7z', mix(base, '#fff3dc', 0.5), ink),
    filled('M-16 10V-13H-4V10z', mix(base, '#fff8ea', 0.88), ink),
    filled('M-17.5-12.5H-3.5L-8-34z', mix(base, '#fff3dc', 0.12), ink),
    filled('M-3.5-12.5L3.2-16.2L-8-34z', dark, ink),
    stroked('M-8-33.5V-42M-11-39H-5', ink, 1.9),
    plain('M-13 10V3.5a3 3 0 0 1 6 0V10z', deep),
    disc(-10, -6.5, 2.4, dark, ` stroke="${ink}" stroke-width=".7"`),
  ].join('');
}

function station({ base, dark, deep, ink }: Paint): string {
  const arches = [-15, -9.5, 9.5, 15].map((x) => plain(`M${x - 1.8} 8V1a1.8 1.8 0 0 1 3.6 0V8z`, dark)).join('');
  return [
    filled('M-24 11.5H24V8H-24z', '#c8b48c', ink, 1),
    filled('M-20 8V-4H20V8z', mix(base, '#fff3dc', 0.8), ink),
    arches,
    filled('M-25-3H25L18-12H-18z', base, ink),
    stroked('M-25-3H25', deep, 2.2),
    stroked('M-12-12L-16-3.5M12-12L16-3.5', dark, 1),
    filled('M-6.5 8V-21H6.5V8z', mix(base, '#fff8ea', 0.88), ink),
    filled('M6.5 8V-21L9.5-23V-12z', mix(base, '#fff3dc', 0.45), ink, 0.9),
    filled('M-9-20.5H7.5L0-31.5z', base, ink),
    filled('M7.5-20.5L11.5-23L0-31.5z', dark, ink),
    disc(0, -13, 4.6, '#fff', ` stroke="${ink}" stroke-width="1.2"`),
    stroked('M0-16V-13L2.2-11.6', ink, 1.1),
    plain('M-3 8V0a3 3 0 0 1 6 0V8z', deep),
  ].join('');
}

function coal({ base, dark, deep, ink }: Paint): string {
  const tower = 'M-16 9L-8-26M4 9L-4-26M-14.3 1.5H2.3M-12.4-7H.4M-10.4-15.5H-1.6';
  const braces = 'M-14.3 1.5L.4-7M2.3 1.5L-12.4-7M-12.4-7L-1.6-15.5';
  return [
    filled('M13 9V-3L21-7.5V4.5z', dark, ink),
    filled('M6-9L13-3L21-7.5L14-13.5z', deep, ink),
    filled('M0 9V-3L6.5-9L13-3V9z', mix(base, '#fff3dc', 0.3), ink),
    filled('M4 9V1H9.5V9z', '#1a1714', ink, 0.8),
    `<path d="M-6-27L14 7" stroke="${ink}" stroke-width="3.6"/>`,
    `<path d="M-6-27L14 7" stroke="${mix(base, '#fff3dc', 0.35)}" stroke-width="1.6"/>`,
    `<path d="${tower}${braces}" fill="none" stroke="${ink}" stroke-width="3"/>`,
    `<path d="${tower}" fill="none" stroke="#8d867c" stroke-width="1.4"/>`,
    disc(-6, -28, 7, '#efe6d4', ` stroke="${ink}" stroke-width="2.6"`),
    `<path d="M-6-35V-21M-13-28H1M-11-33L-1-23M-1-33L-11-23" stroke="${ink}"/>`,
    disc(-6, -28, 1.8, ink),
    filled('M-23 10.5c1-4 3-5.5 5.5-6 1-2 4-2 5 .5 2.5.5 4 2.5 4.5 5.5z', '#1f1c19', '#0b0a09', 0.8),
    stroked('M-19 7l2-1.5M-13.5 8.5l1.5-1.5', '#7d766c', 1),
  ].join('');
}

function gold({ base, ink }: Paint): string {
  const hill = 'M-23 9C-22-3-17-11-12-14C-10-21-4-25 1-24C7-24 10-20 12-16C18-12 22-4 23 9z';
  const shade = 'M1-24C7-24 10-20 12-16C18-12 22-4 23 9H11C12-2 9-9 5-13C6-17 4-21 1-24z';
  return [
    filled(hill, mix(base, '#e8cf98', 0.55), ink),
    plain(shade, mix(base, '#2a1a00', 0.1), 0.62),
    stroked('M-17-4l4-5M-8-17l4-3M-19 4l3-3', mix(base, '#fff3dc', 0.8), 1.3),
    plain('M-9 10V-4h18V10z', '#1b1206'),
    filled('M-12 10L-11-5H-7.5V10z', '#a9793a', ink, 1),
    filled('M7.5 10V-5H11L12 10z', '#8a5f2a', ink, 1),
    filled('M-14-4L-13-9H13L14-4z', '#b98744', ink, 1),
    filled('M-6 4.5c1-4 3-5 6-5s5 1 6 5z', '#ffcf3f', ink, 0.9),
    stroked('M-3 1.5l2-1M1.5 2.5l2-1', '#fff6cf', 1.2),
    filled('M-7 4.5H7L5 11H-5z', '#6d6760', ink, 1),
    disc(-3, 12, 2.2, '#2a2621'),
    disc(3, 12, 2.2, '#2a2621'),
    filled('M14-19l1.2 2.8 2.8 1.2-2.8 1.2L14-11l-1.2-2.8L10-15l2.8-1.2z', '#ffdf6b', ink, 0.7),
  ].join('');
}

const DRAWINGS: Record<BuildingKind, (paint: Paint) => string> = {
  post,
  harbor,
  church,
  coal,
  gold,
  warehouse,
  station,
};

/** The building alone. */
export const building = kept((kind: BuildingKind) => DRAWINGS[kind](paintOf(BUILDING_COLOURS[kind])));
/** What it stands on, with its shadow. */
export const ground = kept((kind: BuildingKind) => plinth(GROUND[kind]));
