import { describe, expect, it } from 'vitest';
import en from '../../src/overland/words/catalogue/en.json';
import fr from '../../src/overland/words/catalogue/fr.json';
import { preferredLanguage, Speech } from '../src/lib/speech';

const english = new Speech('en', en, (seat) => ['Ann', 'Bob'][seat] ?? '?');

describe('speech', () => {
  it('says numbers, names, lists and messages in messages, like the server does', () => {
    expect(english.say({ key: 'gain.points', args: { points: 1 } })).toBe('1 point');
    expect(english.say({ key: 'gain.points', args: { points: 3 } })).toBe('3 points');
    expect(english.say({ key: 'undo.other', args: { seat: 1 } })).toBe('The last move was made by Bob.');
    expect(english.say({ key: 'oregon.do.pass', args: { cards: ['wagon', 'church'] } })).toBe(
      'Pass and throw away wagon, church',
    );
    const brought = [{ key: 'gain.points', args: { points: 3 } }];
    expect(english.say({ key: 'oregon.gain.near', args: { building: 'post', cell: 'h4', brought } })).toBe(
      'post office on h4: 3 points',
    );
    expect(english.say({ key: 'oregon.ask.opening', args: { building: 'coal' } })).toContain('a coal mine');
  });

  it('counts as the language does', () => {
    const french = new Speech('fr', fr);
    expect(french.say({ key: 'gain.points', args: { points: 0 } })).toBe('0 point');
    expect(french.say({ key: 'gain.points', args: { points: 2 } })).toBe('2 points');
  });

  it('says an unknown key as it is', () => expect(english.say({ key: 'no.such' })).toBe('no.such'));

  it('takes the first language it knows', () => {
    expect(preferredLanguage(['pt-BR', 'de-AT', 'en'])).toBe('de');
    expect(preferredLanguage(['pt'])).toBe('en');
  });
});
