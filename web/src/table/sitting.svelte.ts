// What is shown of a table, and what follows from it; a running table, a review and a scene are each one.
import { kitOf } from '../games/registry';
import type { Compared } from '../games/compare';
import type { GameKit, Marked } from '../games/kit';
import { app } from '../lib/app.svelte';
import type { LinkState } from '../lib/link';
import type { Speech } from '../lib/speech';
import type { Advice, ChatLine, Checked, Choice, LogItem, Now, TableMessage, View } from '../lib/types';
import type { Judging } from '../review/judging.svelte';
import type { Speed } from './beats';
import type { CoachMode } from './coach';
import { roundsOf, sinceMine, turnsOf, type Turn } from './turns';

/** What the screen shows: a moment of the table that may lie a little behind the last one. */
export type Shown = {
  table: Pick<TableMessage, 'settings' | 'box' | 'seat' | 'owner' | 'commitment' | 'id' | 'invite'> | null;
  now: Now | null;
  log: LogItem[];
  undone: ReadonlySet<number>;
  choices: Choice[];
  isPending: boolean;
  advice: Advice | null; // what the coach says to the question
  told?: LogItem[]; // the lines that lead there, where it is shown again
};

export const NOTHING_SHOWN: Shown = {
  table: null,
  now: null,
  log: [],
  undone: new Set(),
  choices: [],
  isPending: false,
  advice: null,
};

/** What the coach calls a choice. */
export type Advised = 'best' | 'second';

/** A choice that was about to be made, and what the coach has against it. */
export type Warning = { choice: Choice; checked: Checked };

/** What the screen does when a new moment is shown. */
export type Watcher = (fresh: LogItem[], before: Shown, after: Shown, isQuick: boolean) => void;

/** One's place before a table. Whatever cannot be done there does nothing. */
export class Sitting {
  shown = $state.raw<Shown>(NOTHING_SHOWN);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0); // lines of chat nobody has looked at
  watchers = $state(0);
  link = $state<LinkState>('open');
  readonly judging: Judging | null = null; // the verdict on the game, where there can be one
  watcher: Watcher = () => undefined;
  holds: () => boolean = () => false; // something that is picked and not done yet
  letGo: () => boolean = () => false; // of it; whether anything was
  isGuided: () => boolean = () => false; // every slip is warned of, whatever is set

  constructor(readonly id: string) {}

  /** The game; parts that wait for its code are made anew when it changes, and not with every move. */
  kit: GameKit = $derived.by(() => kitOf(this.shown.table?.settings.game ?? ''));

  get seat(): number | null {
    return this.shown.table?.seat ?? null;
  }

  /** Who is called "you". */
  get me(): number | null {
    return this.seat;
  }

  get view(): View | null {
    return this.shown.now?.view ?? null;
  }

  get choices(): Choice[] {
    return this.shown.choices;
  }

  /** What was played here and what was better, where both are shown on the board. */
  get compared(): readonly Compared[] {
    return [];
  }

  get hinted(): Choice | null {
    return this.choiceAt(this.shown.advice?.choice);
  }

  /** What comes next to the best choice, in the coach's opinion. */
  get second(): Choice | null {
    return this.choiceAt(this.shown.advice?.other);
  }

  /** What the coach says of a choice: the best one or the runner-up, if either. */
  adviceOn(choice: Choice): Advised | undefined {
    if (choice.n === this.hinted?.n) return 'best';
    return choice.n === this.second?.n ? 'second' : undefined;
  }

  /** A choice that is marked on the board, in words that lead there. */
  sayMarked(choice: Choice, as: Marked): string {
    return this.speech.say(this.kit.marked(choice, as) ?? choice.words);
  }

  choiceAt(number: number | null | undefined): Choice | null {
    return this.shown.choices.find((choice) => choice.n === number) ?? null;
  }

  /** Whether the coach was asked and has not answered yet. */
  get isThinking(): boolean {
    return false;
  }

  /** When the coach speaks up of itself. */
  get coachMode(): CoachMode {
    return app.coach;
  }

  /** What the coach has against a choice that was about to be made. */
  get warning(): Warning | null {
    return null;
  }

  /** What the coach says of the turn that is over. */
  get comment(): string | null {
    return null;
  }

  readonly names = (seat: number): string => {
    const found = this.shown.now?.seats[seat];
    if (found?.name) return found.bot ? app.say('ui.player.bot', { name: found.name }) : found.name;
    return found?.level ? app.speech.word('level', found.level) : app.say('player.seat', { number: seat + 1 });
  };

  speech: Speech = $derived.by(() => app.speech.withNames(this.names));

  turns: Turn[] = $derived.by(() =>
    this.shown.table ? turnsOf(this.shown.log, this.shown.undone, this.kit.startsTurn) : [],
  );

  rounds: ReadonlyMap<number, number> = $derived.by(() =>
    roundsOf(this.turns, this.shown.now?.seats.length ?? 0, this.kit.opens),
  );

  since: Turn[] = $derived.by(() => (this.seat === null ? [] : sinceMine(this.turns, this.seat)));

  /** A turn in a few words: "farmer on l4, church on k9". */
  brief(turn: Turn): string {
    const briefs = turn.items.map((item) => this.kit.brief(item)).filter((said) => said !== null);
    return briefs.map((said) => this.speech.say(said)).join(', ');
  }

  /** The points of a seat: as they are known now, or the result. */
  score(seat: number): { points: number; isOpen: boolean } | null {
    const { view, result } = this.shown.now ?? {};
    if (result) return { points: result.scores[seat] ?? 0, isOpen: false };
    return view ? this.kit.score(view, seat) : null;
  }

  choose(_choice: Choice): void {}
  undo(): void {}
  hint(): void {}
  forgetAdvice(): void {}
  /** Make the choice that the coach warned of, or think again. */
  answerWarning(_isMade: boolean): void {}
  resign(): void {}
  standIn(_seat: number): void {}
  takeBack(): void {}
  write(_text: string): void {}
  setSpeed(_speed: Speed): void {}
  /** Show once more how turns were played, line by line; whether it can be shown. */
  replay(_turns: readonly Turn[]): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Show at once what has been held back; whether there was anything. */
  skip(): boolean {
    return false;
  }
}
