// How Okanagan's log is told.
import type { Telling } from '../../table/tell';

export const telling: Telling = {
  silent: new Set([
    'okanagan.do.tile',
    'okanagan.do.tile_hidden',
    'okanagan.do.back',
    'okanagan.do.claim_action',
    'okanagan.do.claim_rewards',
  ]),
  redundant: new Set([
    'okanagan.gain.reward',
    'okanagan.gain.swap_in',
    'okanagan.gain.swap_out',
    'okanagan.gain.trade',
    'okanagan.gain.influence',
  ]),
  together: { 'okanagan.do.goal': 'goals', 'okanagan.do.goal_hidden': 'goals', 'okanagan.do.take': 'take' },
  sentence: (group) => {
    const first = group[0];
    const key = first?.words.key ?? '';
    if (key === 'okanagan.do.take')
      return { key: 'okanagan.did.take', args: { rewards: group.map((item) => item.words.args?.['reward']) } };
    if (key.startsWith('okanagan.do.goal')) return { key: 'okanagan.did.goals', args: { count: group.length } };
    if (key === 'okanagan.do.action' && first?.note)
      return { key: 'okanagan.did.action', args: { effect: first.note } };
    return null;
  },
};
