// A game that is looked at again: which entry is shown and with whose eyes, and the way from turn to turn.
import { Refused, type api as server } from '../lib/api';
import { arrivedChoice } from '../lib/arrival';
import { app } from '../lib/app.svelte';
import { readNotation } from '../lib/notation';
import type { Compared } from '../games/compare';
import type { Choice, Decision, LogItem, Now, Review, ReviewPosition, Said } from '../lib/types';
import { Sitting } from '../table/sitting.svelte';
import { capital } from '../table/tell';
import { turnsOf, type Turn } from '../table/turns';
import { pointsOver, sumOf, type Points } from './points';
import { Judging } from './judging.svelte';
import { nearestStop, pathTo, readPlace, stopsOf, type Place, type Tab } from './stops';
import { worstOf } from './verdict';

type Server = Pick<typeof server, 'review' | 'position'>;

const OBSCURE = /^action /; // a special action has only a number
const PAUSE = 100; // milliseconds between two positions that are asked for: the server allows ten a second

export class ReviewSitting extends Sitting {
  review = $state.raw<Review | null>(null); // as it is read with the chosen eyes
  eyes = $state<number | null>(null); // a seat; without one everything is open
  entry = $state(0); // how many entries have been played
  toAct = $state<number | null>(null); // who was to decide then
  problem = $state.raw<Said | null>(null);
  isPlaying = $state(false);
  tab = $state<Tab>('log'); // what stands beside the board
  private lent: { eyes: number | null } | null = null; // with whose eyes one looked before a decision was shown
  comparing = $state<number | null>(null); // the entry whose choices are shown on the board
  override readonly judging: Judging;
  private server: Server | null = null;
  private readonly wanted: Place;
  private readonly reviews = new Map<number | null, Review>();
  private readonly positions = new Map<string, ReviewPosition>();
  private isAsking = false;
  private askedAt = 0;

  constructor(id: string, query: string) {
    super(id);
    this.wanted = readPlace(query);
    this.tab = this.wanted.tab;
    this.judging = new Judging(id, () => this.invite);
  }

  items: LogItem[] = $derived.by(() => (this.review?.items ?? []).map(logItem));
  all: Turn[] = $derived.by(() => (this.review ? turnsOf(this.items, new Set(), this.kit.startsTurn) : []));
  stops: number[] = $derived.by(() => stopsOf(this.all));
  last: number = $derived.by(() => this.review?.items.length ?? 0);
  /** The points before the first entry and after each, as far as the eyes could count them. */
  points: Points[] = $derived.by(() => pointsOver(this.review?.items ?? [], this.review?.seats.length ?? 0));

  get invite(): string | null {
    return this.wanted.invite ?? this.review?.invite ?? null;
  }

  /** The address of what is shown. */
  get path(): string {
    return pathTo(this.id, { at: this.entry, seat: this.eyes, tab: this.tab, invite: this.invite });
  }

  /** Who sat here once is called by "you", whoever's eyes they look with. */
  override get me(): number | null {
    return this.review?.seat ?? null;
  }

  override score(seat: number): { points: number; isOpen: boolean } | null {
    const shown = super.score(seat);
    if (this.shown.now?.result) return shown;
    return shown && { ...shown, points: sumOf(this.points[this.shown.now?.version ?? 0]?.[seat]) };
  }

  /** Which turn is shown: the first that is not over before the entry. */
  get stop(): number {
    const found = this.stops.findIndex((stop) => stop >= this.entry);
    return found < 0 ? this.stops.length - 1 : found;
  }

  async open(from: Server): Promise<void> {
    this.server = from;
    try {
      const review = (this.review = await from.review(this.id, this.wanted.invite, null));
      this.reviews.set(null, review);
      void this.judging.look();
      this.entry = Math.min(this.last, this.wanted.at ?? this.last);
      if (this.wanted.seat !== null && this.wanted.seat < review.seats.length) await this.look(this.wanted.seat);
      else await this.go(this.entry);
    } catch (error) {
      this.problem = error instanceof Refused ? error.said : { key: 'error.internal' };
    }
  }

  /** What is judged of what is shown: the choices that are compared, the last one, or the costliest of a whole turn. */
  judged: Decision | null = $derived.by(() => {
    const { decisions } = this.judging;
    if (!decisions.size) return null;
    if (this.comparing === this.entry) return decisions.get(this.entry) ?? null;
    const isWhole = this.stops.includes(this.entry);
    const entries = isWhole ? (this.all[this.stop - 1]?.items.map((item) => item.entry ?? -1) ?? []) : [this.entry - 1];
    return worstOf(entries.flatMap((entry) => decisions.get(entry) ?? [])) ?? null;
  });

  override get compared(): readonly Compared[] {
    return this.pair;
  }

  private readonly pair: readonly Compared[] = $derived.by(() => {
    const decision = this.comparing === null ? undefined : this.judging.decisions.get(this.comparing);
    const { now, table } = this.shown;
    if (!decision || !table || now?.version !== decision.entry) return [];
    const choice = (text: string) => arrivedChoice({ text, gains: [] }, 0, table.box, now.view ?? null);
    const played: Compared = { role: 'played', choice: choice(decision.played), seat: decision.seat };
    if (decision.best === decision.played) return [played];
    return [played, { role: 'better', choice: choice(decision.best), seat: decision.seat }];
  });

  /** Show what was played and what was better, in the position as its player saw it. */
  async compare({ entry, seat }: Decision): Promise<void> {
    this.isPlaying = false;
    this.comparing = entry;
    const lent = this.lent ?? { eyes: this.eyes };
    if (this.eyes === seat) await this.go(entry);
    else await this.look(seat, entry);
    if (this.comparing === entry) this.lent = lent;
  }

  /** The turn an entry belongs to. */
  turnOf(entry: number): number {
    return this.stops.findIndex((stop) => stop > entry);
  }

  /** A choice in words. */
  wordsOf(text: string): string {
    return capital(this.speech.say(readNotation(this.review?.settings.game ?? '', text)));
  }

  /** A choice in words: what it means, if its own text does not say. */
  saysOf(choice: Choice): string {
    return capital(this.speech.say(choice.note && OBSCURE.test(choice.text) ? choice.note : choice.words));
  }

  /** The same for a decision that is not shown: where its words do not tell, the position is read. */
  async choiceIn({ entry, seat }: Decision, text: string): Promise<string> {
    const plain = this.wordsOf(text);
    const [from, box] = [this.server, this.review?.box];
    if (!from || !box || !OBSCURE.test(text)) return plain;
    const key = `${entry} ${seat}`;
    try {
      const position = this.positions.get(key) ?? (await from.position(this.id, entry, box, this.wanted.invite, seat));
      this.positions.set(key, position);
      return this.saysOf(arrivedChoice({ text, gains: [] }, 0, box, position.view));
    } catch {
      return plain;
    }
  }

  /** See with the eyes of a seat, or everything open. */
  async look(eyes: number | null, entry?: number): Promise<void> {
    const from = this.server;
    if (!from) return;
    this.lent = null;
    const review = this.reviews.get(eyes) ?? (await app.attempt(() => from.review(this.id, this.wanted.invite, eyes)));
    if (!review) return;
    this.reviews.set(eyes, review);
    this.eyes = eyes;
    this.review = review;
    await this.go(entry ?? this.entry); // somebody may have gone elsewhere meanwhile
  }

  async go(entry: number): Promise<void> {
    this.entry = Math.max(0, Math.min(this.last, entry));
    if (this.comparing !== this.entry) {
      this.comparing = null;
      const { lent } = this;
      if (lent && lent.eyes !== this.eyes) return this.look(lent.eyes, this.entry);
    }
    if (this.isAsking) return; // what is wanted then is shown after it
    this.isAsking = true;
    try {
      for (let isShown = false; !isShown;) {
        const { eyes, entry: wanted } = this;
        const position = await this.position(wanted, eyes);
        isShown = wanted === this.entry && eyes === this.eyes;
        if (isShown) this.present(position);
      }
    } catch (error) {
      this.isPlaying = false;
      app.tellSaid(error instanceof Refused ? error.said : { key: 'error.internal' });
      if (this.shown.now) this.entry = this.shown.now.version;
    } finally {
      this.isAsking = false;
    }
  }

  /** To the end of the turn that is nearest. */
  near(entry: number): void {
    void this.go(nearestStop(this.stops, entry));
  }

  step(by: 1 | -1): void {
    void this.go(this.stops[Math.max(0, Math.min(this.stops.length - 1, this.stop + by))] ?? this.entry);
  }

  private async position(entry: number, eyes: number | null): Promise<ReviewPosition> {
    const key = `${entry} ${eyes}`;
    const found = this.positions.get(key);
    if (found) return found;
    const early = this.askedAt + PAUSE - performance.now();
    if (early > 0) {
      await new Promise((done) => setTimeout(done, early));
      if (entry !== this.entry || eyes !== this.eyes) return this.position(this.entry, this.eyes);
    }
    if (!this.server || !this.review) throw new Error('not open yet');
    this.askedAt = performance.now();
    const position = await this.server.position(this.id, entry, this.review.box, this.wanted.invite, eyes);
    this.positions.set(key, position);
    return position;
  }

  private present(position: ReviewPosition): void {
    const review = this.review;
    if (!review) return;
    const isEnd = position.entry === this.last;
    this.toAct = position.to_act ?? null;
    const now: Now = {
      version: position.entry,
      status: 'over',
      seats: review.seats.map((seat) => ({ ...seat, connected: true, away: false })),
      to_act: null,
      view: position.view,
      choices: [],
      undo: { possible: false },
      can_return: false,
      result: isEnd ? (review.result ?? null) : null,
    };
    const { id, settings, box } = review;
    const seat = this.eyes ?? position.to_act ?? review.seat ?? null;
    const table = { id, settings, box, seat, owner: false, commitment: '', invite: null };
    const log = this.items.filter((item) => (item.entry ?? 0) < position.entry);
    this.shown = { table, now, log, undone: new Set(), choices: [], isPending: false, advice: null };
  }
}

function logItem(item: Review['items'][number]): LogItem {
  const isChance = item.text.startsWith('=');
  return { ...item, n: item.entry, kind: isChance ? 'chance' : 'move', by: isChance ? 'chance' : 'person' };
}
