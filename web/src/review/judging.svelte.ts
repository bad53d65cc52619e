// The verdict on a game: asked for, watched while it is made, and read when it is there.
import { api } from '../lib/api';
import { app } from '../lib/app.svelte';
import type { Decision, Verdict, VerdictState } from '../lib/types';

const POLL_EVERY = 1000;

export class Judging {
  state = $state.raw<VerdictState | null>(null); // nothing until the server was asked
  private asked = 0; // an answer to an earlier request is not news
  private isLooking = false;

  constructor(
    private readonly id: string,
    private readonly invite: () => string | null,
  ) {}

  verdict: Verdict | null = $derived.by(() => this.state?.verdict ?? null);
  isWorking: boolean = $derived.by(() => this.state?.status === 'waiting' || this.state?.status === 'working');
  decisions: ReadonlyMap<number, Decision> = $derived.by(
    () => new Map(this.verdict?.decisions.map((decision) => [decision.entry, decision]) ?? []),
  );

  /** Read how far it is; if that fails, what was known stays. */
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    await this.take(() => api.verdict(this.id, this.invite()).catch(() => null));
    this.isLooking = false;
  }

  async begin(): Promise<void> {
    if (await app.beSomebody()) await this.take(() => app.attempt(() => api.judge(this.id, this.invite())));
  }

  async stop(): Promise<void> {
    await this.take(() => app.attempt(() => api.stopJudging(this.id, this.invite())));
    if (this.state?.status === 'none') app.announce(app.say('ui.verdict.stopped'));
  }

  /** Follow it for as long as somebody looks; the result ends that. */
  watch(): () => void {
    if (!this.verdict) void this.look();
    const timer = setInterval(() => {
      if ((this.isWorking || !this.state) && !document.hidden) void this.look();
    }, POLL_EVERY);
    return () => clearInterval(timer);
  }

  private async take(ask: () => Promise<VerdictState | null>): Promise<void> {
    const number = ++this.asked;
    const wasWorking = this.isWorking;
    const found = await ask();
    if (!found || number !== this.asked) return;
    this.state = found;
    if (wasWorking && found.status === 'done') app.announce(app.say('ui.verdict.ready'));
  }
}
