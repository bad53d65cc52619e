// How Oregon's log is told.
import type { Telling } from '../../table/tell';

export const telling: Telling = {
  silent: new Set(['oregon.do.draw', 'oregon.do.done', 'oregon.do.no_extra']),
  // A tile of a mine is told when it is drawn.
  isRedundant: (gain) => gain.words.key.startsWith('oregon.gain.tile') || (Boolean(gain.data['tile']) && !gain.points),
  together: { 'oregon.do.card': 'cards', 'oregon.do.card_hidden': 'cards' },
  sentence: (group) => {
    const key = group[0]?.words.key ?? '';
    if (key === 'oregon.do.pass' && !(group[0]?.words.args?.['cards'] as string[] | undefined)?.length)
      return { key: 'oregon.brief.pass' };
    if (!key.startsWith('oregon.do.card')) return null;
    const cards = group.map((item) => item.words.args?.['card']).filter((card) => card !== undefined);
    const isKnown = cards.length === group.length;
    return isKnown
      ? { key: 'oregon.did.cards_named', args: { cards } }
      : { key: 'oregon.did.cards', args: { count: group.length } };
  },
};
