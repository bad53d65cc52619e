// How Okanagan's log is told.
import type { LogItem } from '../../lib/types';
import type { Telling } from '../../table/tell';

const REDUNDANT = new Set([
  'okanagan.gain.reward',
  'okanagan.gain.swap_in',
  'okanagan.gain.swap_out',
  'okanagan.gain.trade',
  'okanagan.gain.tribute',
  'okanagan.gain.influence',
  'okanagan.gain.bonus',
  'okanagan.gain.gold',
]);

export const telling: Telling = {
  silent: new Set([
    'okanagan.do.tile',
    'okanagan.do.tile_hidden',
    'okanagan.do.back',
    'okanagan.do.claim_action',
    'okanagan.do.claim_rewards',
  ]),
  isRedundant: (gain) => REDUNDANT.has(gain.words.key),
  together: { 'okanagan.do.goal': 'goals', 'okanagan.do.goal_hidden': 'goals', 'okanagan.do.take': 'take' },
  sentence: (group) => {
    const first = group[0];
    const key = first?.words.key ?? '';
    if (key === 'okanagan.do.take') return { key: 'okanagan.did.take', args: { rewards: counted(group) } };
    if (key === 'okanagan.do.lay' && first?.note)
      return { key: 'okanagan.did.lay_promo', args: { ...first.words.args, tile: first.note } };
    if (key.startsWith('okanagan.do.goal')) return { key: 'okanagan.did.goals', args: { count: group.length } };
    if (key === 'okanagan.do.action' && first?.note)
      return { key: 'okanagan.did.action', args: { effect: first.note } };
    return null;
  },
};

/** The rewards that were taken, each kind once with its number. */
function counted(group: LogItem[]): unknown[] {
  const taken = group.map((item) => String(item.words.args?.['reward']));
  return [...new Set(taken)].map((reward) => {
    const amount = taken.filter((other) => other === reward).length;
    return amount === 1 ? reward : { key: 'okanagan.log.bonus', args: { amount, reward } };
  });
}
