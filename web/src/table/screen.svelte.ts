// The size of the screen, as far as the layout asks for it. The same bounds stand in Skeleton.svelte.
import { MediaQuery } from 'svelte/reactivity';

const phone = new MediaQuery('(max-width: 599px) and (orientation: portrait)');
const lying = new MediaQuery('(max-height: 499px) and (orientation: landscape)');
const tall = new MediaQuery('(max-width: 899px) and (orientation: portrait)');
const short = new MediaQuery('(max-height: 799px)');

export const screen = {
  /** A phone held upright: Oregon's board is drawn with its letters downwards. */
  get isNarrow(): boolean {
    return phone.current;
  },
  /** A phone held sideways: the dock stands at the right. */
  get isLying(): boolean {
    return lying.current;
  },
  /** Without a rail at the right: players are a strip of chips, log and chat a sheet. */
  get hasStrip(): boolean {
    return tall.current || lying.current;
  },
  get isShort(): boolean {
    return short.current;
  },
  get isPhone(): boolean {
    return phone.current || lying.current;
  },
};
