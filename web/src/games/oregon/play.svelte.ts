// What a player has picked up at Oregon's table, and what follows from it.
import { app } from '../../lib/app.svelte';
import type { Choice, OregonBox, OregonView } from '../../lib/types';
import { screen } from '../../table/screen.svelte';
import type { Sitting } from '../../table/sitting.svelte';
import type { Play, Prompt, PromptAction } from '../kit';
import { bestGains, choicesAt, isLandscape, litCells, mineCells, openedBy, PLACING, pointsFor } from './rules';

const NOTHING: Prompt = { preview: null, gain: null, note: null, primary: null, others: [] };

export class OregonPlay implements Play {
  cards = $state<number[]>([]); // places in the hand; the joker comes after the cards
  cell = $state<string | null>(null); // where something is to be placed
  hovered = $state<string | null>(null); // a card that is pointed at
  previewed = $state<string | null>(null); // a cell that is pointed at
  pointed = $state.raw<ReadonlySet<string>>(new Set()); // cells that a line of the log names
  thrown = $state<number[]>([]); // cards picked to be thrown away when passing

  constructor(readonly session: Sitting) {}

  view = $derived.by(() => this.session.view as OregonView);
  box = $derived.by(() => this.session.shown.table?.box as OregonBox);
  mine = $derived.by(() => (this.session.seat === null ? null : (this.view.seats[this.session.seat] ?? null)));
  hand = $derived.by(() => (this.mine?.hand ? [...this.mine.hand, ...(this.mine.joker ? ['joker'] : [])] : []));
  placing = $derived.by(() => this.session.choices.filter((choice) => PLACING.includes(choice.parts.kind)));
  isStart = $derived.by(() => this.placing[0]?.parts.kind === 'start');
  picked = $derived.by(() => this.cards.map((index) => this.hand[index] ?? ''));
  opened = $derived.by(() => openedBy(this.placing, this.picked));
  lit = $derived.by(() => litCells(this.opened));
  gains = $derived.by(() => bestGains(this.opened, this.session.seat));
  mines = $derived.by(() => mineCells(this.opened, this.session.seat));
  options = $derived.by(() => this.optionsAt(this.cell));
  drawing = $derived.by(() => new Map(this.ofKind('draw').map((choice) => [choice.parts.deck ?? '', choice])));
  passing = $derived.by(() => this.ofKind('pass'));
  asksExtra = $derived.by(() => this.ofKind('extra').length > 0);
  discards = $derived.by(
    () => new Map(this.ofKind('discard').map((choice) => [choice.parts.cards?.[0] ?? '', choice])),
  );
  bands = $derived.by(() => {
    const shown = new Set([...this.picked, ...(this.hovered ? [this.hovered] : [])]);
    return this.isStart ? [] : [...shown].filter(isLandscape);
  });
  spent = $derived.by(() => indicesOf(this.hand, this.optionsAt(this.cell)[0]?.parts.cards ?? []));
  hint = $derived.by(() => this.session.hinted);
  second = $derived.by(() => this.session.second);

  /** The cells that a card in the hand opens, or that can be built on: for the small numbers of the board. */
  optionsAt(cell: string | null): Choice[] {
    if (cell === null) return [];
    const seat = this.session.seat;
    return choicesAt(this.opened, cell).toSorted((a, b) => pointsFor(b, seat) - pointsFor(a, seat));
  }

  private ofKind(kind: string): Choice[] {
    return this.session.choices.filter((choice) => choice.parts.kind === kind);
  }

  get prompt(): Prompt {
    if (this.placing.length) return this.placingPrompt();
    if (this.passing.length) return this.passingPrompt();
    const others = this.session.choices.filter((choice) => ['extra', 'no_extra', 'done'].includes(choice.parts.kind));
    const actions = others.map((choice) => this.action(choice, app.say(`ui.oregon.${choice.parts.kind}`)));
    if (this.discards.size && !this.drawing.size) {
      const question = app.say('ui.oregon.ask_discard');
      const note = screen.isNarrow ? null : app.say('ui.oregon.discard_tip');
      return { ...NOTHING, question, note, primary: actions[0] ?? null, others: actions.slice(1) };
    }
    const extra = this.asksExtra && !screen.isNarrow ? app.say('oregon.note.extra') : null;
    const note = this.drawing.size ? app.say('ui.oregon.draw', { count: this.toDraw }) : extra;
    return { ...NOTHING, note, primary: actions[0] ?? null, others: actions.slice(1) };
  }

  /** How many cards are still to be drawn: up to four, with the joker apart. */
  private get toDraw(): number {
    return Math.max(1, HAND_SIZE - (this.mine?.hand?.length ?? 0));
  }

  private action(choice: Choice, label: string): PromptAction {
    return { label, run: () => this.choose(choice), choices: [choice.n], advised: this.session.adviceOn(choice) };
  }

  private placingPrompt(): Prompt {
    const cell = this.cell ?? this.previewed;
    const options = this.optionsAt(cell);
    const best = options[0];
    if (!cell || !best) {
      const opened = this.lit.size ? 'ui.oregon.opened' : 'ui.oregon.opens_none';
      const tip = this.isStart ? 'ui.oregon.tip_start' : this.cards.length ? opened : 'ui.oregon.tip';
      return { ...NOTHING, note: app.say(tip, { count: this.lit.size }) };
    }
    const isOne = this.cell !== null && options.length === 1;
    const label = app.say(best.parts.kind === 'build' ? 'ui.oregon.build' : 'ui.oregon.place', {
      kind: best.parts.kind,
    });
    return {
      preview: this.session.speech.say(best.words),
      gain: [`+${pointsFor(best, this.session.seat)}`, ...this.tilesOf(best)].join(' + '),
      note:
        [
          ...this.othersOf(best),
          ...(options.length > 1 ? [app.say('ui.oregon.more', { count: options.length - 1 })] : []),
        ].join(' · ') || null,
      primary: isOne ? { ...this.action(best, label) } : null,
      others: [],
    };
  }

  /** The tiles of mines that a choice brings: what they are worth shows only when they are drawn. */
  private tilesOf(choice: Choice): string[] {
    const mines = choice.gains.filter((gain) => gain.seat === this.session.seat && gain.data['tile']);
    return mines.map((gain) => this.session.speech.say({ key: 'oregon.log.tile', args: { mine: gain.data['tile'] } }));
  }

  /** What a choice brings the others: "Ada +2". */
  private othersOf(choice: Choice): string[] {
    return this.view.seats.flatMap((_, seat) => {
      const points = seat === this.session.seat ? 0 : pointsFor(choice, seat);
      return points ? [`${this.session.names(seat)} +${points}`] : [];
    });
  }

  private passingPrompt(): Prompt {
    const thrown = this.thrown.map((index) => this.hand[index] ?? '').toSorted();
    const choice = this.passing.find((option) => (option.parts.cards ?? []).toSorted().join() === thrown.join());
    const count = this.passing[0]?.parts.cards?.length ?? 0;
    const note = app.say('ui.oregon.pass_tip');
    const question = count ? app.say('ui.oregon.ask_pass', { count }) : note;
    return {
      ...NOTHING,
      question,
      note: count ? note : null,
      primary: choice ? this.action(choice, app.say('ui.oregon.pass')) : null,
    };
  }

  toggle(index: number): void {
    const card = this.hand[index];
    if (card === undefined) return;
    const discard = this.discards.get(card);
    if (discard) this.choose(discard);
    else if (this.passing.length) this.thrown = toggled(this.thrown, index, this.passing[0]?.parts.cards?.length ?? 2);
    else if (this.placing.length && !this.isStart) this.cards = toggled(this.cards, index, 2);
    this.cell = null;
  }

  /** A cell: what can be placed there is offered; a second time it is placed, if it is one thing. */
  pick(cell: string): void {
    const options = this.optionsAt(cell);
    const only = options.length === 1 ? options[0] : undefined;
    if (only && (this.cell === cell || this.isStart)) this.choose(only);
    else this.cell = options.length ? (this.cell === cell ? null : cell) : null;
  }

  draw(deck: string, isAll = false): void {
    const choice = this.drawing.get(deck);
    if (!choice) return;
    this.drawAll = isAll ? deck : null;
    this.choose(choice);
  }

  private drawAll: string | null = null;

  /** After a card has been drawn: the next one from the same deck, if all were asked for. */
  goOn(): void {
    const choice = this.drawAll === null ? undefined : this.drawing.get(this.drawAll);
    if (choice) this.choose(choice);
    else if (this.session.choices.length) this.drawAll = null;
  }

  choose(choice: Choice): void {
    this.drop();
    this.session.choose(choice);
  }

  get isHolding(): boolean {
    return this.cards.length > 0 || this.cell !== null || this.thrown.length > 0;
  }

  drop(): boolean {
    const had = this.isHolding;
    this.cards = [];
    this.thrown = [];
    this.cell = null;
    this.hovered = null;
    return had;
  }

  /** What is picked goes when it cannot be used any more. */
  tidy(): void {
    const isGone = (index: number) => index >= this.hand.length;
    if (this.cards.length && (!this.placing.length || this.cards.some(isGone))) this.cards = [];
    if (this.thrown.length && (!this.passing.length || this.thrown.some(isGone))) this.thrown = [];
    if (this.cell !== null && !this.lit.has(this.cell)) this.cell = null;
    if (this.hovered !== null && !this.hand.includes(this.hovered)) this.hovered = null;
  }

  point(places: string[]): void {
    this.pointed = new Set(places);
  }

  key(event: KeyboardEvent): boolean {
    const index = Number(event.key) - 1;
    if (index >= 0 && index < 6) this.toggle(index);
    else if (event.key.toLowerCase() === 'l') this.draw('landscape', event.shiftKey);
    else if (event.key.toLowerCase() === 'b' && this.drawing.has('building')) this.draw('building', event.shiftKey);
    else return false;
    return true;
  }
}

const HAND_SIZE = 4;

/** A list with something put in or taken out, of so many at most. */
function toggled(list: readonly number[], index: number, most: number): number[] {
  return list.includes(index) ? list.filter((other) => other !== index) : [...list, index].slice(-most);
}

/** The places of cards in a hand, each taken once. */
function indicesOf(hand: readonly string[], cards: readonly string[]): number[] {
  const found: number[] = [];
  for (const card of cards) {
    const index = hand.findIndex((other, at) => other === card && !found.includes(at));
    if (index >= 0) found.push(index);
  }
  return found;
}
