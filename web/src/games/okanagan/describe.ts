// Tiles in words, side by side, for those who do not see them.
import { rewardsFor } from '../../art/glyphs';
import { type Side, sidesOf } from '../../art/okanagan/shape';
import { app } from '../../lib/app.svelte';
import { namedMessage } from '../../lib/notation';
import type { Face, LaidTile, OkanaganView } from '../../lib/types';
import type { OkanaganPlay } from './play.svelte';

/** "north forest with wood, east lake with salmon, …" */
export function describeFace(face: Face, rotation = 0): string {
  if (face.promo) return describePromo(face.promo);
  return sidesOf(face, rotation)
    .map((shown, side) => app.say('ui.okanagan.side', namesOf(shown, side)))
    .join(', ');
}

/** "Volcano, fits any terrain" */
const describePromo = (promo: string): string =>
  app.say('ui.okanagan.promo', { tile: { key: `okanagan.promo.${promo}` } });

function namesOf({ terrain, icon, part }: Side, side: number): Record<string, unknown> {
  const found = rewardsFor(terrain, icon);
  return { side: app.say(`ui.side.${side}`), terrain: part, reward: found.length ? found : ['–'] };
}

/** A stack: how many tiles are left, the one in front of it, and the special action on its back. */
export function describeStack(play: OkanaganPlay, number: number): string {
  const stack = play.view.stacks[number];
  const face = play.face(stack?.face_up);
  return app.say('ui.okanagan.stack_tile', {
    number: number + 1,
    count: stack?.size ?? 0,
    tile: face ? describeFace(face) : '–',
    effect: stack?.back ? play.session.speech.say(namedMessage('okanagan.effect', stack.back)) : '–',
  });
}

/** A laid tile, with the territory of each side: its open sides and who has influence in it. */
export function describeLaid(laid: LaidTile, face: Face, view: OkanaganView, names: (seat: number) => string): string {
  if (face.promo) return describePromo(face.promo);
  const sides = sidesOf(face, laid.rotation).map((shown, side) => {
    const territory = view.territories.find((found) => found.id === laid.territories[side]);
    const state =
      territory && territory.open > 0
        ? app.say('ui.okanagan.open', { count: territory.open })
        : app.say('ui.okanagan.closed');
    const who = (territory?.influence ?? []).flatMap((amount, seat) =>
      amount > 0 ? [`${names(seat)} ${amount}`] : [],
    );
    return app.say('ui.okanagan.side_in', {
      ...namesOf(shown, side),
      state,
      who: who.join(', ') || app.say('ui.okanagan.nobody'),
    });
  });
  const owner =
    laid.owner == null ? [] : [app.say('ui.cell.building', { building: laid.building, name: names(laid.owner) })];
  return [...sides, ...owner].join(', ');
}
