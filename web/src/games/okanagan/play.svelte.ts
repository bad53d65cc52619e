// What a player has picked up at Okanagan's table, and what follows from it.
import { sites, type Laid } from '../../art/okanagan/land';
import { app } from '../../lib/app.svelte';
import type { Choice, Face, Gain, OkanaganBox, OkanaganView } from '../../lib/types';
import { screen } from '../../table/screen.svelte';
import type { Advised, Sitting } from '../../table/sitting.svelte';
import { capital } from '../../table/tell';
import type { Play, Prompt, PromptAction } from '../kit';
import { TILE } from './camera';
import { describeFace } from './describe';
import { closingsOf, nextRotation, squareKey, squaresOf, type Closing } from './rules';

const RESOLVING = [
  'rank',
  'claim_action',
  'claim_rewards',
  'action',
  'take',
  'give',
  'trade',
  'no_trade',
  'swap',
  'stop',
]; // questions about a territory that is closed
const SHORT = 14; // letters of answers that leave room for a whole question on a phone
const NOTHING: Prompt = { preview: null, gain: null, note: null, primary: null, others: [] };

export class OkanaganPlay implements Play {
  placed = $state<{ key: string; rotation: number } | null>(null); // the tile in one's hand, put down but not laid
  hovered = $state<string | null>(null); // a square that is pointed at, before anything is put down
  picked = $state<string[]>([]); // goals
  inspected = $state<number | null>(null); // a territory that is pointed at
  pointed = $state.raw<ReadonlySet<string>>(new Set()); // squares that a line of the log names
  site = $state<Choice | null>(null); // a building that is pointed at
  isTapped = $state(false); // it was tapped, and waits for another tap or the button
  told = $state<string | null>(null); // a goal that is told in words

  constructor(readonly session: Sitting) {}

  view = $derived.by(() => this.session.view as OkanaganView);
  box = $derived.by(() => this.session.shown.table?.box as OkanaganBox);
  mine = $derived.by(() => (this.session.seat === null ? null : (this.view.seats[this.session.seat] ?? null)));
  tile = $derived.by(() => (this.mine?.tile == null ? null : (this.box.tiles[this.mine.tile] ?? null)));
  kind = $derived.by(() => this.session.choices[0]?.parts.kind ?? null); // what is asked
  squares = $derived.by(() => squaresOf(this.session.choices));
  builds = $derived.by(() => this.ofKind('build'));
  discards = $derived.by(() => this.ofKind('discard')); // a building is given up instead
  stacks = $derived.by(() => this.byStack(['choose', 'return']));
  blinds = $derived.by(() => this.byStack(['blind']));
  actions = $derived.by(() => this.byStack(['action']));
  goals = $derived.by(() => this.session.choices.filter((choice) => ['keep', 'drop'].includes(choice.parts.kind)));
  wanted = $derived.by(() => this.goals[0]?.parts.goals?.length ?? 0);
  resolution = $derived.by(() => this.view.resolution ?? null);
  territory = $derived.by(() => this.view.territories.find((found) => found.id === this.resolution?.territory) ?? null);
  hint = $derived.by(() => this.session.hinted);
  second = $derived.by(() => this.session.second);
  closings = $derived.by(() => (this.placed ? this.closingsAt(this.placed.key, this.placed.rotation) : []));
  laid = $derived.by(() => this.view.tiles.at(-1) ?? null);
  /** The tiles that a review lays beside each other: what was played, and what was better. */
  compared = $derived.by(() =>
    this.session.compared.flatMap(({ role, choice, seat }) => {
      const { kind, x = 0, y = 0, rotation = 0 } = choice.parts;
      return kind === 'lay' ? [{ role, x, y, rotation, face: this.face(this.view.seats[seat]?.tile) }] : [];
    }),
  );
  /** Whether a building is asked for, or shown in a review. */
  isBuilding = $derived.by(
    () => this.builds.length > 0 || this.session.compared.some(({ choice }) => choice.parts.kind === 'build'),
  );
  isResolving = $derived.by(() => RESOLVING.includes(this.kind ?? ''));
  /** The promo tile whose effect is asked about: no territory is resolved then. */
  promo = $derived.by(() => (this.resolution ? null : (this.face(this.laid?.tile)?.promo ?? null)));
  /** The tiles on the map, with what is on them. */
  tiles = $derived.by((): Laid[] =>
    this.view.tiles.flatMap((tile) => {
      const face = this.face(tile.tile);
      return face ? [{ ...tile, face }] : [];
    }),
  );
  /** The tile where it was put down. */
  ghost = $derived.by((): Laid | null => {
    const square = this.placed ? this.squares.get(this.placed.key)?.square : undefined;
    return square && this.placed && this.tile ? { ...square, rotation: this.placed.rotation, face: this.tile } : null;
  });
  /** Closed territories of the last tile, of which one is to be resolved first, with the choice to do so. */
  closed = $derived.by((): ReadonlyMap<number, Choice> => {
    return new Map(
      this.ofKind('resolve').flatMap((choice) => {
        const id = this.view.closing?.[choice.parts.terrains?.[0] ?? ''];
        return id === undefined ? [] : [[id, choice]];
      }),
    );
  });
  /** Territories to be shown: while one is resolved it is, wherever the pointer is. */
  outlined = $derived.by((): number[] => {
    if (this.resolution) return [this.resolution.territory];
    if (this.closed.size) return [...this.closed.keys()];
    if (this.closings.length) return this.closings.flatMap((closing) => closing.territories);
    return this.inspected === null ? [] : [this.inspected];
  });

  ofKind(kind: string): Choice[] {
    return this.session.choices.filter((choice) => choice.parts.kind === kind);
  }

  private byStack(kinds: string[]): Map<number, Choice> {
    const found = this.session.choices.filter((choice) => kinds.includes(choice.parts.kind));
    return new Map(found.map((choice) => [choice.parts.stack ?? 0, choice]));
  }

  face(tile: number | null | undefined): Face | null {
    return tile == null ? null : (this.box.tiles[tile] ?? null);
  }

  /** Where on the map a building would stand, on the tile that was laid last; null: it is no building. */
  siteOf({ parts }: Choice): { x: number; y: number } | null {
    const last = this.tiles.at(-1);
    if (!last || parts.kind !== 'build') return null;
    const wanted = [...(parts.terrains ?? [])].toSorted().join();
    const found = sites(last, last.face).find(
      ({ kind, site }) => kind === parts.building && (kind === 'silo' || site.toSorted().join() === wanted),
    );
    return found ? { x: last.x * TILE + found.place.x, y: last.y * TILE + found.place.y } : null;
  }

  closingsAt(key: string, rotation: number): Closing[] {
    const square = this.squares.get(key)?.square;
    return square && this.tile ? closingsOf(this.view, this.tile, square, rotation) : [];
  }

  /** Whether laying the tile on a square can close a territory. */
  canClose(key: string): boolean {
    return [...(this.squares.get(key)?.rotations.keys() ?? [])].some(
      (rotation) => this.closingsAt(key, rotation).length > 0,
    );
  }

  get prompt(): Prompt {
    if (this.goals.length) return this.goalPrompt();
    if (this.squares.size) return this.layPrompt();
    if (this.builds.length || this.discards.length) return this.buildPrompt();
    const resolves = this.ofKind('resolve').map((choice) =>
      this.action(choice, app.speech.word('terrain', choice.parts.terrains?.[0] ?? '')),
    );
    const stops = [...this.ofKind('no_trade'), ...this.ofKind('stop')];
    const others = [
      ...resolves,
      ...stops.map((choice) => this.action(choice, app.say(`ui.okanagan.${choice.parts.kind}`))),
    ];
    const letters = others.reduce((sum, { label }) => sum + label.length, 0);
    if (!resolves.length || !screen.isNarrow || letters <= SHORT) return { ...NOTHING, others };
    return { ...NOTHING, question: app.say('ui.okanagan.first'), others };
  }

  private action(choice: Choice, label: string): PromptAction {
    return { label, run: () => this.choose(choice), choices: [choice.n], advised: this.session.adviceOn(choice) };
  }

  private goalPrompt(): Prompt {
    const isKeep = this.kind === 'keep';
    const left = this.wanted - this.picked.length;
    const choice = this.goals.find((option) => option.parts.goals?.every((goal) => this.picked.includes(goal)));
    const label = app.say(isKeep ? 'ui.okanagan.keep_n' : 'ui.okanagan.drop_n', { count: this.wanted });
    const told = this.mine?.goals?.find((goal) => goal.goal === this.told);
    return {
      ...NOTHING,
      preview: told ? this.sayGoal(told) : null,
      note:
        left > 0 && !told
          ? app.say(this.picked.length ? 'ui.okanagan.pick' : 'ui.okanagan.goal_tip', { count: left })
          : null,
      primary: left === 0 && choice ? this.action(choice, label) : null,
    };
  }

  private layPrompt(): Prompt {
    const choice = this.ghostChoice;
    if (!choice) {
      const tip = app.say(screen.isPhone ? 'ui.okanagan.lay_tip_touch' : 'ui.okanagan.lay_tip');
      return { ...NOTHING, note: this.tile?.promo ? capital(describeFace(this.tile)) : tip };
    }
    return {
      ...NOTHING,
      preview: this.closings.map((closing) => this.sayClosing(closing)).join(' · ') || null,
      primary: this.action(choice, app.say('ui.okanagan.lay')),
    };
  }

  private buildPrompt(): Prompt {
    const site = this.site;
    const isGiven = this.discards.length > 0;
    if (!site) return { ...NOTHING, note: app.say(isGiven ? 'ui.okanagan.discard_tip' : 'ui.okanagan.build_tip') };
    const gains = site.gains.filter((gain) => gain.words.key === 'okanagan.gain.closed');
    return {
      ...NOTHING,
      preview: this.session.speech.say(site.words),
      note: gains.map((gain) => this.sayClosed(gain)).join(' · '),
      primary: this.isTapped ? this.action(site, app.say(isGiven ? 'ui.okanagan.discard' : 'ui.okanagan.build')) : null,
    };
  }

  /** "The lake is closed, with 4 icons"; in few words on a phone held upright. */
  private sayClosed(gain: Gain): string {
    const terrain = gain.data['what'];
    return screen.isNarrow ? app.say('ui.okanagan.closing', { terrain }) : this.session.speech.say(gain.words);
  }

  /** "closes the lake: you 3, Ada 2" */
  sayClosing(closing: Closing): string {
    const ranked = closing.influence.map((amount, seat) => ({ amount, seat })).filter(({ amount }) => amount > 0);
    const who = ranked
      .toSorted((a, b) => b.amount - a.amount)
      .map(
        ({ amount, seat }) => `${seat === this.session.seat ? app.say('ui.you') : this.session.names(seat)} ${amount}`,
      )
      .join(', ');
    return app.say('ui.okanagan.closes', { terrain: closing.terrain, who: who || app.say('ui.okanagan.nobody') });
  }

  /** "apple and salmon: 5 points each time" */
  sayGoal(goal: { goal: string; each: number }): string {
    return app.say('ui.okanagan.goal_words', { rewards: goal.goal.split('+'), each: goal.each });
  }

  get ghostChoice(): Choice | null {
    return this.placed ? (this.squares.get(this.placed.key)?.rotations.get(this.placed.rotation) ?? null) : null;
  }

  /** A square: the tile is put there, or turned if it lies there. */
  touch(key: string): void {
    const entry = this.squares.get(key);
    if (!entry) {
      this.placed = null;
      return;
    }
    const now = this.placed?.key === key && !this.tile?.promo ? this.placed.rotation : null;
    this.placed = { key, rotation: nextRotation(entry.rotations.keys(), now) };
  }

  /** Whether the tile fits in more than one way where it was put down; a promo tile is the same in all of them. */
  get canTurn(): boolean {
    return !this.tile?.promo && (this.squares.get(this.placed?.key ?? '')?.rotations.size ?? 0) > 1;
  }

  turn(): void {
    if (this.placed && !this.tile?.promo) this.touch(this.placed.key);
  }

  lay(): void {
    const choice = this.ghostChoice;
    if (choice) this.choose(choice);
  }

  /** A site that the pointer is over, or no longer; fingers do not hover. */
  hover(choice: Choice | null, event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    this.site = choice;
    this.isTapped = false;
  }

  /** A site is clicked: what is shown there already is built, a finger's first tap shows it. */
  build(choice: Choice, event: MouseEvent): void {
    if (event.detail === 0 || this.site?.n === choice.n) this.choose(choice);
    else [this.site, this.isTapped] = [choice, true];
  }

  pick(goal: string): void {
    this.told = goal;
    if (this.picked.includes(goal)) this.picked = this.picked.filter((other) => other !== goal);
    else this.picked = [...this.picked, goal].slice(-this.wanted);
  }

  choose(choice: Choice): void {
    this.drop();
    this.session.choose(choice);
  }

  get isHolding(): boolean {
    return this.placed !== null || this.picked.length > 0 || this.isTapped;
  }

  drop(): boolean {
    const had = this.isHolding;
    this.placed = null;
    this.picked = [];
    this.site = null;
    this.isTapped = false;
    this.told = null;
    return had;
  }

  /** What is picked goes when it cannot be used any more; a hint is put down to be seen. */
  tidy(): void {
    if (this.placed && !this.squares.has(this.placed.key)) this.placed = null;
    if (this.picked.length && !this.goals.length) this.picked = [];
    if (this.site && ![...this.builds, ...this.discards].some((choice) => choice.n === this.site?.n)) this.site = null;
  }

  /** Goals are chosen together: the best ones are picked when they are hinted at, and what the runner-up has instead is ringed. */
  adviceOnGoal(goal: string): Advised | undefined {
    const isIn = (choice: Choice | null) => choice?.parts.goals?.includes(goal) ?? false;
    if (isIn(this.hint)) return 'best';
    return isIn(this.second) ? 'second' : undefined;
  }

  showHint(): void {
    const parts = this.hint?.parts;
    if (parts?.kind === 'lay')
      this.placed = { key: squareKey(parts.x ?? 0, parts.y ?? 0), rotation: parts.rotation ?? 0 };
    if (parts?.goals) [this.picked, this.told] = [[...parts.goals], null];
  }

  point(places: string[]): void {
    this.pointed = new Set(places);
  }

  key(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (key === 'r') this.turn();
    else if (key === 'p') this.lay();
    else return false;
    return true;
  }
}
