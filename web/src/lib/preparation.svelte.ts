// How far the server is with each game: after a first start it compiles them, and each can be played once it is ready.
import { api } from './api';
import type { GamePreparation, PreparationState } from './types';

const POLL_EVERY = 1000;
/** What takes less is not worth showing. */
const SHOWN_FROM = 4;

const isSettled = (state: string | undefined): boolean => state !== 'waiting' && state !== 'working';

class Preparation {
  state = $state.raw<PreparationState | null>(null);
  isLong = $state(false); // it was worth showing once, so it stays until all is done
  private watchers = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { game: string; go: () => void }[] = [];

  /** Ask the server again and again until all is done; the result ends it. */
  watch(): () => void {
    this.watchers += 1;
    if (this.watchers === 1) void this.look();
    return () => {
      this.watchers -= 1;
      if (this.watchers === 0) clearTimeout(this.timer);
    };
  }

  private async look(): Promise<void> {
    const found = await api.preparation().catch(() => null);
    if (found) this.take(found);
    else this.release(this.waiting); // whoever waits tries, and is told what is wrong
    clearTimeout(this.timer);
    if (this.watchers && !found?.done) this.timer = setTimeout(() => void this.look(), POLL_EVERY);
  }

  take(found: PreparationState): void {
    this.state = found;
    if (found.games.some((game) => game.seconds > SHOWN_FROM)) this.isLong = true;
    this.release(this.waiting.filter((waiter) => this.isSettled(waiter.game)));
  }

  private release(waiters: { go: () => void }[]): void {
    this.waiting = this.waiting.filter((waiter) => !waiters.includes(waiter));
    for (const waiter of waiters) waiter.go();
  }

  /** The server said that something is not ready, though it was: it has been started anew. */
  again(): void {
    if (this.state?.done) void this.look();
  }

  get isShown(): boolean {
    if (!this.state) return false;
    return (
      (this.isLong && !this.state.done) ||
      this.state.games.some((game) => game.steps.some((step) => step.state === 'failed'))
    );
  }

  stateOf(game: string, step: string): string | undefined {
    return this.state?.games.find((found) => found.game === game)?.steps.find((found) => found.name === step)?.state;
  }

  /** Whether a game's rules, or a level of its bots, are no longer being prepared; what the server does not name is ready. */
  isSettled(game: string, step = 'rules'): boolean {
    return this.state !== null && isSettled(this.stateOf(game, step));
  }

  /** Whether a level of bots is known to be not ready yet. */
  isWorking(game: string, step: string): boolean {
    return this.state !== null && !isSettled(this.stateOf(game, step));
  }

  /** Wait until a game can be played. Somebody must be watching. */
  until(game: string): Promise<void> {
    if (this.isSettled(game)) return Promise.resolve();
    return new Promise((go) => this.waiting.push({ game, go }));
  }
}

export const preparation = new Preparation();

/** Where a game stands: its rules are being prepared, or bots of a level, or it is ready, or it failed. */
export function stageOf(game: GamePreparation): { stage: 'rules' | 'bots' | 'ready' | 'failed'; level: string } {
  const [rules, ...others] = game.steps;
  const levels = others.filter((step) => step.name !== 'judge'); // it judges finished games: nobody waits for it here
  if (rules?.state === 'failed') return { stage: 'failed', level: '' };
  if (rules && !isSettled(rules.state)) return { stage: 'rules', level: '' };
  const next = levels.find((step) => !isSettled(step.state));
  if (next) return { stage: 'bots', level: next.name };
  const failed = levels.find((step) => step.state === 'failed');
  return failed ? { stage: 'failed', level: failed.name } : { stage: 'ready', level: '' };
}
