// All pictures of small things, drawn by us on a field of 24 by 24. Ink is currentColor, light is var(--light).
const ink = 'fill="currentColor"';
const drawn = (stroke: string, width: number): string =>
  `fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
const line = drawn('currentColor', 1.8);
const bold = drawn('currentColor', 2.2);
const scratch = drawn('var(--light, #fff8ea)', 1.8);
const thin = drawn('var(--light, #fff8ea)', 1.1);
const light = 'fill="var(--light, #fff8ea)"';

export const GLYPHS: Record<string, string> = {
  // Oregon: symbols
  wagon: `<path ${ink} d="M3 13c0-6 3-9 9-9s9 3 9 9v1H3z"/><path ${scratch} d="M8.500 5v8.500M15.500 5v8.500"/><path ${ink} d="M2.500 14.500h19l-1 2.500h-17z"/><circle ${ink} cx="7" cy="18.500" r="3.200"/><circle ${ink} cx="17" cy="18.500" r="3.200"/><circle ${light} cx="7" cy="18.500" r="1.200"/><circle ${light} cx="17" cy="18.500" r="1.200"/>`,
  bison: `<path ${ink} d="M2 12c1-4 4-6.500 8-6 2 .3 3 1.500 5 2 3 .6 6 1.500 7 4.500l-1 4-1 4h-2l-.5-4-3-.5-2 .5-.5 4h-2l-.5-4.500-2 .5.5 4h-2L4 17c-1-1-2.300-2.500-2-5z"/><path ${line} d="M3.500 9C2.500 8 2 6.500 2.600 5"/><circle ${light} cx="5" cy="12" r=".9"/>`,
  settlers: `<circle ${ink} cx="8" cy="6.500" r="2.800"/><path ${ink} d="M3 21c0-7 1.500-11 5-11s5 4 5 11z"/><circle ${ink} cx="16.500" cy="8.500" r="2.300"/><path ${ink} d="M13.500 21c0-5.500.5-9 3-9 3 0 4.500 3.500 4.500 9z"/><path ${ink} d="M3.500 5.200h9l-1.300-3h-6.400z"/>`,
  eagle: `<path ${ink} d="M12 8c1.500-1.800 5-4.500 10-5-1 3-2.500 4.500-4.500 5.500 1 0 2 0 2.500-.3-1.500 3-4 4.300-6 4.600l1.500 6-3.500-1.600L8.500 19l1.500-6.200C8 12.500 5.500 11.200 4 8.200c.5.300 1.500.3 2.500.3C4.500 7.500 3 6 2 3c5 .5 8.500 3.200 10 5z"/>`,
  campfire: `<path ${ink} d="M12 2c1 3 5 5.500 5 10a5 5 0 0 1-10 0c0-2 1-3.500 2-4.500 0 1.500.5 2 1.200 2.500C10 7 10.500 4.500 12 2z"/><path ${light} d="M12 10c.6 1.300 2 2.300 2 4a2 2 0 0 1-4 0c0-1.500 1.500-2.500 2-4z"/><path ${line} d="M4 21l16-3M4 18l16 3"/>`,
  // Oregon: buildings
  post: `<path ${ink} d="M3 8.500h18v12H3z"/><path ${scratch} d="M4.500 10l7.500 5.500L19.500 10"/><path ${ink} d="M6 3h12v4H6z"/>`,
  harbor: `<path ${line} d="M12 6v14M7 10h10M4 14c0 4 3.500 6.500 8 6.500s8-2.500 8-6.500"/><circle ${line} cx="12" cy="4" r="2"/><path ${ink} d="M1.800 15l2.400-3 2.600 2.600zM22.200 15l-2.400-3-2.600 2.600z"/>`,
  church: `<path ${ink} d="M5 21V12l7-5 7 5v9h-5v-4a2 2 0 0 0-4 0v4z"/><path ${line} d="M12 7V1.500M9.800 3.500h4.400"/>`,
  coal: `<path ${ink} d="M3 20l2.500-7 3-2.500 3.500 2 3.500-4 4 4L21.500 20z"/><path ${scratch} d="M6.500 16l3-2.500M12 18l3.500-5M17.500 17.500l-.5-3"/><path ${line} d="M4 4l8 4M12 4L4 8"/>`,
  gold: `<path ${ink} d="M2 20l2-6h5l2 6zM13 20l2-6h5l2 6zM7.500 12.500l2-6h5l2 6z"/><path ${line} d="M12 1.500v2.500M6.500 3.500L8 5.500M17.500 3.500L16 5.500"/>`,
  warehouse: `<path ${ink} d="M2 10l10-6.500L22 10v11H2z"/><path ${light} d="M6 12.500h12V21H6z"/><path ${line} d="M6 15.500h12M6 18.500h12"/>`,
  station: `<path ${ink} d="M3 4h10v4h6l2 5v4H3z"/><path ${light} d="M5.500 6.500h5v4h-5z"/><circle ${ink} cx="7" cy="19" r="2.500"/><circle ${ink} cx="15.500" cy="19" r="2.500"/><path ${ink} d="M15.500 3h3v4h-3z"/>`,
  joker: `<path ${ink} d="M12 2l2.700 6.500 7 .5-5.300 4.600 1.600 6.900L12 16.800l-6 3.700 1.600-6.900L2.300 9l7-.5z"/>`,
  extra: `<path ${bold} d="M19.500 12a7.500 7.500 0 1 1-2.400-5.500"/><path ${ink} d="M20.500 2.500v6h-6z"/>`,
  // Okanagan: rewards
  lumberjack: `<path ${bold} d="M6 21L15 7"/><path ${ink} d="M12 3c3-1.500 7 0 8.500 3.500C18 7 16.500 8.500 16 11z"/>`,
  hide: `<path ${ink} d="M4 4l4 2h8l4-2-1 5 1 5-1 6-4-2H9l-4 2-1-6 1-5z"/>`,
  wood: `<circle ${ink} cx="7" cy="16.5" r="5"/><circle ${ink} cx="17" cy="16.5" r="5"/><circle ${ink} cx="12" cy="7.6" r="5"/><path ${thin} d="M7 14.2a2.3 2.3 0 1 0 .01 0zM17 14.2a2.3 2.3 0 1 0 .01 0zM12 5.3a2.3 2.3 0 1 0 .01 0z"/>`,
  fisher: `<path ${bold} d="M14 2v11a5 5 0 0 1-10 0v-1l3 2.500"/><circle ${line} cx="14" cy="3.500" r="1.500"/>`,
  whitefish: `<path ${ink} d="M2 12c3-5 9-6 14-1l5-4v10l-5-4c-5 5-11 4-14-1z"/><circle ${light} cx="6.500" cy="11.500" r="1.100"/>`,
  salmon: `<path ${ink} d="M2 12c3-5 9-6 14-1l5-4v10l-5-4c-5 5-11 4-14-1z"/><path ${scratch} d="M9 9.500c1 1.500 1 3.500 0 5M12.500 9.800c.8 1.400.8 3 0 4.400"/><circle ${light} cx="5.500" cy="11.500" r="1"/>`,
  farmer: `<path ${bold} d="M12 22V9M7 3v5a5 5 0 0 0 10 0V3M12 3v6"/>`,
  wheat: `<path ${line} d="M12 22V8"/><path ${ink} d="M12 2c2 2 2 4 0 6-2-2-2-4 0-6zM11.500 13C8.500 13 7 11.500 7 8.500c3 0 4.500 1.500 4.500 4.500zM12.500 13c3 0 4.500-1.500 4.500-4.500-3 0-4.500 1.500-4.500 4.500zM11.500 18.500C8.500 18.500 7 17 7 14c3 0 4.500 1.500 4.500 4.500zM12.500 18.500c3 0 4.500-1.500 4.500-4.500-3 0-4.500 1.500-4.500 4.500z"/>`,
  apple: `<path ${ink} d="M12 7c-2-2-8-1.500-8 5 0 5 3 9 6 9 1 0 1.200-.5 2-.5s1 .5 2 .5c3 0 6-4 6-9 0-6.500-6-7-8-5z"/><path ${line} d="M12 7c0-2 .5-3.500 2-5"/>`,
  miner: `<path ${bold} d="M6 21L15.500 8.500"/><path ${ink} d="M8 4.500C13 2 19.500 5 21.500 12 18 8 14 6 8 7z"/>`,
  ore: `<path ${ink} d="M3 17l2-8 6-5 7 3 3 8-5 5H7z"/><path ${scratch} d="M5 9l6 3 7-5M11 12l-1 8"/>`,
  crystal: `<path ${ink} d="M12 2l5 5v9l-5 6-5-6V7z"/><path ${scratch} d="M7 7.500l5 3 5-3M12 10.500V22"/>`,
  // Okanagan: buildings and others
  farm: `<path ${ink} d="M3 11l9-7 9 7v10H3z"/><path ${light} d="M9.500 14h5v7h-5z"/>`,
  silo: `<path ${ink} d="M7 8a5 5 0 0 1 10 0v13H7z"/><path ${scratch} d="M7.500 11h9M7.500 15h9"/>`,
  nugget: `<path ${ink} d="M4 14l4-7 6-2 6 5 1 6-6 4H8z"/><path ${light} d="M9 9l4-1.500 1 2.500-3.500 2z"/>`,
  goal: `<path ${line} d="M6 22V3"/><path ${ink} d="M7 3h12l-3.500 4L19 11H7z"/>`,
  // effects
  first: `<path ${ink} d="M10 3h4v18h-4V8l-3 2V6.500z"/>`,
  goals: `<path ${line} d="M6 22V3"/><path ${ink} d="M7 3h12l-3.500 4L19 11H7z"/>`,
  tribute: `<path ${ink} d="M4 13h6v8H4z"/><path ${line} d="M10 20h7c3 0 4-2 4-3M12 15l4-2 3 1"/><circle ${ink} cx="14" cy="6" r="3.500"/>`,
  trade: `<path ${bold} d="M3 9h15M14 4.500L18.500 9 14 13.500M21 16H6M10 11.500L5.500 16l4.500 4.500"/>`,
  refresh: `<path ${bold} d="M19.500 12a7.500 7.500 0 1 1-2.400-5.500"/><path ${ink} d="M20.500 2.500v6h-6z"/>`,
  reshape: `<circle ${line} cx="7" cy="8" r="4.500"/><path ${line} d="M13 13h8v8h-8z"/><path ${line} d="M13 6c3 0 4.500 1.500 4.500 4"/>`,
  recolour: `<path ${ink} d="M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z"/><path ${light} d="M12 17a3.500 3.500 0 0 1-3.500-3.500h1.500A2 2 0 0 0 12 15.500z"/>`,
  shape: `<path ${line} d="M12 3l8 4.500v9L12 21l-8-4.500v-9z"/>`,
  kind: `<circle ${ink} cx="8" cy="12" r="5"/><circle ${ink} cx="16" cy="12" r="5" opacity=".6"/>`,
};

/** The mark of each seat, so that no owner is known by colour alone. */
export const MARKS: string[] = [
  'M12 6a6 6 0 1 0 .01 0z',
  'M6.500 6.500h11v11h-11z',
  'M12 5l7 13H5z',
  'M12 4.500l7 7.500-7 7.500L5 12z',
];

export const MEEPLE =
  'M12 2.500a3.600 3.600 0 0 1 2.700 6c2.700.8 6.300 2.300 6.300 4 0 1.200-2 1.600-4.200 1.500.6 2.500 2.200 5 3.200 7.500h-6.300L12 18.500l-1.700 3' +
  'H4c1-2.500 2.600-5 3.200-7.500C5 14.100 3 13.700 3 12.500c0-1.700 3.600-3.200 6.300-4a3.600 3.600 0 0 1 2.700-6z';

/** Outline of a reward: the shape tells it apart from others of its terrain. */
export const SHAPES: Record<string, string> = {
  circle: 'M12 1a11 11 0 1 0 .01 0z',
  hexagon: 'M12 .5l10 5.750v11.500L12 23.500 2 17.750V6.250z',
  square: 'M2 2h20v20H2z',
};

export const TERRAINS = ['forest', 'lake', 'meadow', 'mountain'] as const;
export const REWARDS = [
  'lumberjack', 'hide', 'wood', 'fisher', 'whitefish', 'salmon', 'farmer', 'wheat', 'apple', 'miner', 'ore', 'crystal',
] as const; // prettier-ignore

export function shapeOf(reward: string): string {
  return ['circle', 'hexagon', 'square'][REWARDS.indexOf(reward as (typeof REWARDS)[number]) % 3] ?? 'circle';
}

export function terrainOf(reward: string): string {
  return TERRAINS[Math.floor(REWARDS.indexOf(reward as (typeof REWARDS)[number]) / 3)] ?? 'forest';
}

/** The reward an icon of a shape on a terrain stands for. */
export function rewardFor(terrain: string, shape: string): string {
  const row = TERRAINS.indexOf(terrain as (typeof TERRAINS)[number]);
  return REWARDS[row * 3 + ['circle', 'hexagon', 'square'].indexOf(shape)] ?? 'wood';
}

/** The rewards of a side's icons, which are joined by +: mostly one, of other sets any number. */
export const rewardsFor = (terrain: string, icons: string): string[] =>
  shapesOf(icons).map((shape) => rewardFor(terrain, shape));
export const shapesOf = (icons: string): string[] => icons.split('+').filter(Boolean);
