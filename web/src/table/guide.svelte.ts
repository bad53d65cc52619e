// A guided first game: whatever comes up for the first time is explained before it is done.
import { app } from '../lib/app.svelte';
import type { Sitting } from './sitting.svelte';

const KEPT = 'overland.guided';

/** Remember that a table is a guided game, also after the page was loaded again. */
export function beginGuide(table: string): void {
  localStorage.setItem(KEPT, JSON.stringify({ table, told: [] }));
}

function kept(table: string): string[] | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as { table: string; told: string[] } | null;
    return found?.table === table && Array.isArray(found.told) ? found.told : null;
  } catch {
    return null; // whatever was written there
  }
}

export class Guide {
  private told = $state.raw<string[] | null>(null); // what has been explained; null: this is no guided game

  constructor(private readonly session: Sitting) {
    this.told = kept(session.id);
  }

  get isOn(): boolean {
    return this.told !== null;
  }

  /** What is to be explained now: a key of the catalogue. */
  get topic(): string | null {
    const { table, now } = this.session.shown;
    if (!this.told || !table || !now || now.status !== 'playing' || !this.session.choices.length) return null;
    const { game } = table.settings;
    const asked = now.question?.key.replace(`${game}.ask.`, '') ?? '';
    const stage = now.stage?.key.replace(`${game}.stage.`, '') ?? ''; // the last round, the second one
    const gained = this.session.shown.log
      .flatMap((item) => item.gains)
      .filter((gain) => gain.seat === this.session.seat)
      .map((gain) => `gain_${String(gain.data['source'])}`);
    const found = ['welcome', stage, ...gained, asked].find(
      (name) => !this.told?.includes(name) && app.speech.knows(`guide.${game}.${name}`),
    );
    return found ?? null;
  }

  understood(topic: string): void {
    this.told = [...(this.told ?? []), topic];
    localStorage.setItem(KEPT, JSON.stringify({ table: this.session.id, told: this.told }));
  }

  stop(): void {
    this.told = null;
    localStorage.removeItem(KEPT);
  }
}
