// Two soft tones, made here: one when it is your turn, one when somebody moves. Off until asked for.
let context: AudioContext | null = null;

export function tone(frequency: number, seconds = 0.12): void {
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.08, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}
