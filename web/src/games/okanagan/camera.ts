// What of the map is seen: a place in its middle and a scale. No document, only numbers.

export type Camera = { x: number; y: number; scale: number }; // the place of the map in the middle of the window
export type Extent = { left: number; top: number; right: number; bottom: number }; // in units of the map
export type Size = { width: number; height: number }; // in pixels

export const TILE = 120;
const LARGEST_TILE = 156; // pixels
const SMALLEST_TILE = 18;
const MARGIN = 0.25; // of a tile, around everything

/** The extent of some squares. */
export function extentOf(squares: readonly { x: number; y: number }[]): Extent {
  const [xs, ys] = [squares.map(({ x }) => x), squares.map(({ y }) => y)];
  if (!squares.length) return { left: 0, top: 0, right: TILE, bottom: TILE };
  return {
    left: Math.min(...xs) * TILE,
    top: Math.min(...ys) * TILE,
    right: (Math.max(...xs) + 1) * TILE,
    bottom: (Math.max(...ys) + 1) * TILE,
  };
}

/** Everything in sight, as large as it fits. */
export function fitted(extent: Extent, size: Size): Camera {
  const margin = MARGIN * TILE;
  const [width, height] = [extent.right - extent.left + 2 * margin, extent.bottom - extent.top + 2 * margin];
  const scale = Math.min(size.width / width, size.height / height, LARGEST_TILE / TILE);
  return { x: (extent.left + extent.right) / 2, y: (extent.top + extent.bottom) / 2, scale: scale || 1 };
}

/** Whether all of an extent is in sight. */
export function shows(camera: Camera, extent: Extent, size: Size): boolean {
  const [halfWidth, halfHeight] = [size.width / 2 / camera.scale, size.height / 2 / camera.scale];
  return (
    extent.left >= camera.x - halfWidth - 0.5 &&
    extent.right <= camera.x + halfWidth + 0.5 &&
    extent.top >= camera.y - halfHeight - 0.5 &&
    extent.bottom <= camera.y + halfHeight + 0.5
  );
}

/** Nearer or farther, with the place under the pointer staying where it is. */
export function zoomed(camera: Camera, factor: number, size: Size, at: { x: number; y: number }): Camera {
  const scale = Math.min(LARGEST_TILE / TILE, Math.max(SMALLEST_TILE / TILE, camera.scale * factor));
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2];
  return { x: camera.x + dx / camera.scale - dx / scale, y: camera.y + dy / camera.scale - dy / scale, scale };
}

/** Moved by so many pixels. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Where a place of the map is in the window. */
export function onScreen(camera: Camera, size: Size, x: number, y: number): { x: number; y: number } {
  return { x: (x - camera.x) * camera.scale + size.width / 2, y: (y - camera.y) * camera.scale + size.height / 2 };
}

const NEAR = 1.9; // tiles

/** A square and a part of those around it, for what has to be pointed at exactly. */
export function close(square: { x: number; y: number }, size: Size): Camera {
  const [x, y] = [(square.x + 0.5) * TILE, (square.y + 0.5) * TILE];
  return { x, y, scale: Math.min(size.width / (NEAR * TILE), size.height / (NEAR * TILE), LARGEST_TILE / TILE) };
}

/** The same look, moved so that no empty land is shown where there is something to see. */
export function inside(camera: Camera, extent: Extent, size: Size): Camera {
  const held = (at: number, from: number, to: number, half: number) =>
    to - from <= 2 * half ? (from + to) / 2 : Math.max(from + half, Math.min(to - half, at));
  const margin = MARGIN * TILE;
  return {
    x: held(camera.x, extent.left - margin, extent.right + margin, size.width / 2 / camera.scale),
    y: held(camera.y, extent.top - margin, extent.bottom + margin, size.height / 2 / camera.scale),
    scale: camera.scale,
  };
}

/** Where a panel of a size stands beside something: at the side with most room, inside the window. */
export function besides(box: Extent, size: Size, panel: Size, gap = 12): { left: number; top: number } {
  const inside = (value: number, length: number, whole: number) => Math.max(8, Math.min(whole - length - 8, value));
  const middle = inside((box.top + box.bottom - panel.height) / 2, panel.height, size.height);
  if (size.width - box.right >= panel.width + gap) return { left: box.right + gap, top: middle };
  if (box.left >= panel.width + gap) return { left: box.left - panel.width - gap, top: middle };
  const centre = inside((box.left + box.right - panel.width) / 2, panel.width, size.width);
  if (size.height - box.bottom >= panel.height + gap) return { left: centre, top: box.bottom + gap };
  if (box.top >= panel.height + gap) return { left: centre, top: box.top - panel.height - gap };
  const isLeft = box.left > size.width - box.right;
  return { left: isLeft ? 8 : size.width - panel.width - 8, top: middle };
}

const BAR_EDGE = 6; // pixels that a bar reaches over the side of its tile

/** Where a bar of buttons stands: below, above or beside a tile, lying or upright; over nothing that is taken, if there
 * is such a place, or else below, or above where there is no room below. */
export function barPlace(box: Extent, size: Size, bar: Size, taken: readonly Extent[], gap = 4): Extent {
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const forms = [bar, { width: bar.height, height: bar.width }];
  const places = forms.flatMap(({ width, height }) => {
    const held = (left: number) => Math.max(gap, Math.min(size.width - width - 2 * gap, left));
    const across = [box.left - BAR_EDGE, box.left, middleX - width / 2, box.right - width].map(held);
    const down = [middleY - height / 2, box.top, box.bottom - height];
    const [below, above] = [box.bottom + gap, box.top - height - gap];
    const [after, before] = [box.right + gap, box.left - width - gap];
    return [
      ...[below, above].flatMap((top) => across.map((left) => ({ left, top }))),
      ...[after, before].flatMap((left) => down.map((top) => ({ left, top }))),
    ].map(({ left, top }) => ({ left, top, right: left + width, bottom: top + height }));
  });
  const inSight = places.filter((place) => isWithin(place, size));
  return (inSight.find((place) => !taken.some((other) => overlaps(place, other))) ?? inSight[0] ?? places[0]) as Extent;
}

function isWithin(place: Extent, size: Size): boolean {
  return place.left >= 0 && place.top >= 0 && place.right <= size.width && place.bottom <= size.height;
}

/** Whether two boxes share more than an edge. */
function overlaps(one: Extent, other: Extent): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return across > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
}
