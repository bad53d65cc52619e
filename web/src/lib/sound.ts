// Small sounds, made here. Off until asked for.
import { app } from './app.svelte';

export type Sound = 'turn' | 'card' | 'knock' | 'tile' | 'coins' | 'end';

type Note = { at: number; frequency: number; seconds: number; shape: OscillatorType; loud: number };
const note = (at: number, frequency: number, seconds: number, loud = 1, shape: OscillatorType = 'sine'): Note => ({
  at,
  frequency,
  seconds,
  shape,
  loud,
});

const SOUNDS: Record<Sound, Note[]> = {
  turn: [note(0, 523, 0.16), note(0.11, 784, 0.26)],
  card: [note(0, 1900, 0.03, 0.25, 'triangle'), note(0.03, 1300, 0.05, 0.2, 'triangle')],
  knock: [note(0, 190, 0.07, 1.4, 'triangle'), note(0, 95, 0.1, 1.2)],
  tile: [note(0, 240, 0.05, 1.2, 'triangle'), note(0.06, 160, 0.09, 1.2, 'triangle')],
  coins: [note(0, 1319, 0.07, 0.5, 'triangle'), note(0.07, 1760, 0.14, 0.5, 'triangle')],
  end: [note(0, 392, 0.7, 0.7), note(0.06, 494, 0.7, 0.7), note(0.12, 587, 0.9, 0.7), note(0.18, 784, 1.1, 0.7)],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (app.sound !== 'on') return;
  context ??= new AudioContext();
  for (const part of SOUNDS[sound]) sing(context, part);
}

function sing(audio: AudioContext, part: Note): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + part.at;
  oscillator.type = part.shape;
  oscillator.frequency.value = part.frequency;
  gain.gain.setValueAtTime(0.12 * part.loud * app.volume, start);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + part.seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + part.seconds);
}
