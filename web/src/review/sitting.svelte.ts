// A game that is looked at again: which entry is shown, and the way from turn to turn.
import { Refused, type api as server } from '../lib/api';
import type { LogItem, Now, Review, ReviewPosition, Said } from '../lib/types';
import { Sitting } from '../table/sitting.svelte';
import { turnsOf, type Turn } from '../table/turns';
import { stopsOf } from './stops';

type Server = Pick<typeof server, 'review' | 'position'>;

export class ReviewSitting extends Sitting {
  review = $state.raw<Review | null>(null);
  entry = $state(0); // how many entries have been played
  problem = $state.raw<Said | null>(null);
  isPlaying = $state(false);
  private server: Server | null = null;
  private readonly known = new Map<number, ReviewPosition>();

  items: LogItem[] = $derived.by(() => (this.review?.items ?? []).map(logItem));
  all: Turn[] = $derived.by(() => (this.review ? turnsOf(this.items, new Set(), this.kit.startsTurn) : []));
  stops: number[] = $derived.by(() => stopsOf(this.all));
  last: number = $derived.by(() => this.review?.items.length ?? 0);

  /** Which turn is shown: the first that is not over before the entry. */
  get stop(): number {
    const found = this.stops.findIndex((stop) => stop >= this.entry);
    return found < 0 ? this.stops.length - 1 : found;
  }

  async open(from: Server): Promise<void> {
    this.server = from;
    try {
      this.review = await from.review(this.id);
      await this.go(this.review.items.length);
    } catch (error) {
      this.problem = error instanceof Refused ? error.said : { key: 'error.internal' };
    }
  }

  async go(entry: number): Promise<void> {
    this.entry = Math.max(0, Math.min(this.last, entry));
    const wanted = this.entry;
    const position = await this.position(wanted);
    if (position && wanted === this.entry) this.present(position);
  }

  step(by: 1 | -1): void {
    void this.go(this.stops[Math.max(0, Math.min(this.stops.length - 1, this.stop + by))] ?? this.entry);
  }

  private async position(entry: number): Promise<ReviewPosition | null> {
    const found = this.known.get(entry);
    if (found || !this.server || !this.review) return found ?? null;
    const position = await this.server.position(this.id, entry, this.review.box).catch(() => null);
    if (position) this.known.set(entry, position);
    return position;
  }

  private present(position: ReviewPosition): void {
    const review = this.review;
    if (!review) return;
    const isEnd = position.entry === this.last;
    const now: Now = {
      version: position.entry,
      status: 'over',
      seats: review.seats,
      to_act: null,
      view: position.view,
      choices: [],
      undo: { possible: false },
      can_return: false,
      result: isEnd ? (review.result ?? null) : null,
    };
    const { id, settings, box } = review;
    const table = {
      id,
      settings,
      box,
      seat: position.to_act ?? review.seat ?? null,
      owner: false,
      commitment: '',
      invite: null,
    };
    const log = this.items.filter((item) => (item.entry ?? 0) < position.entry);
    this.shown = { table, now, log, undone: new Set(), choices: [], isPending: false, hint: null };
  }
}

function logItem(item: Review['items'][number]): LogItem {
  const isChance = item.text.startsWith('=');
  return { ...item, n: item.entry, kind: isChance ? 'chance' : 'move', by: isChance ? 'chance' : 'person' };
}
