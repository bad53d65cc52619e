// What the table screen asks of a game. The registry is the only place that knows which games there are.
import type { Component } from 'svelte';
import type { Box, Choice, LogItem, Parts, Said, Sent, View } from '../lib/types';
import type { Telling } from '../table/tell';
import type { Advised, Sitting } from '../table/sitting.svelte';

/** A button of the prompt bar. */
export type PromptAction = {
  label: string;
  run: () => void;
  choices: number[]; // what it leads to, for the checks
  advised?: Advised | undefined;
};

/** What the prompt bar shows beside the question. */
export type Prompt = {
  question?: string | null; // in place of the server's, where the choices say more
  preview: string | null; // what would be done
  gain: string | null; // and what it brings
  note: string | null; // or what to do first
  primary: PromptAction | null;
  others: PromptAction[];
};

/** What the table screen needs of a game's state of play: what is picked and shown, without how. */
export type Play = {
  readonly session: Sitting;
  readonly prompt: Prompt;
  /** Whether something is picked and not done yet. */
  readonly isHolding: boolean;
  /** Drop what is picked; whether anything was. */
  drop(): boolean;
  /** A key that belongs to this game; whether it did something. */
  key(event: KeyboardEvent): boolean;
  /** Show places that a log line or a line of "since your last turn" names. */
  point(places: string[]): void;
};

/** The parts of a game's screen. */
export type GameScreen<P extends Play> = {
  start: (session: Sitting) => P;
  Board: Component<{ play: P }>;
  Dock: Component<{ play: P }>;
  /** The picture of what flies over the table. */
  Flying: Component<{ flight: Flight; play: P }>;
  /** What a seat has kept secret, shown when the game is over. */
  Secrets: Component<{ play: P; seat: number }>;
  /** What a seat holds, in small; nothing of what is not known. */
  Hand: Component<{ play: P; seat: number }>;
};

/** A flight from one place of the screen to another, by `data-spot`. */
export type Flight = { from: string; to: string; picture: string; seat?: number | null; text?: string; length: number };

/** A choice that is marked on the board: by the bulb, by a 2, or by the piece that was just put there. */
export type Marked = Advised | 'mine';

export type GameKit = {
  name: string;
  /** A small sign for lists of tables. */
  glyph: string;
  /** A view as it is drawn: lists where the server sends objects by key. */
  view: (sent: Sent['View']) => View;
  /** What a choice names: its kind and what belongs to it. */
  parts: (kind: string, args: Record<string, string>, box: Box, view: View | null) => Parts;
  /** What a choice means, if its own text does not say. */
  note: (words: Said, parts: Parts) => Said | null;
  /** How the coach names a choice that it marks on the board, where the choice's own words would not find it. */
  marked: (choice: Choice, as: Marked) => Said | null;
  /** Whether an entry begins a turn of its seat, after the entries of the turn so far. */
  startsTurn: (item: LogItem, turn: readonly LogItem[]) => boolean;
  /** Whether an entry opens the game for its seat, and rounds are counted from there. */
  opens: (item: LogItem) => boolean;
  /** How the log is put into sentences. */
  telling: Telling;
  /** How long an entry of somebody else is shown, in milliseconds. */
  beat: (item: LogItem) => number;
  /** The place on the board that an entry changes: a cell or a square, whose `data-spot` is `place-` and its name. */
  place: (item: LogItem) => string | null;
  /** A short name of what an entry did ("farmer on l4"), for the lines of what the others did; null: not worth one. */
  brief: (item: LogItem) => Said | null;
  /** What flies over the table when an entry is shown. */
  flights: (item: LogItem, before: View, after: View, isMine: boolean) => Flight[];
  /** The points of a seat as they are known now. */
  score: (view: View, seat: number) => { points: number; isOpen: boolean } | null;
  /** The colours of what points come from: light ones, since those of the seats are dark; dark text stands on them. */
  tints: Record<string, string>;
  /** Whether the board is wider than high, so that a tall screen has room beneath it. */
  isWide: boolean;
  /** The board on the home page. */
  Picture: Component;
  /** What everybody sees of a player: in a line, or one below the other with a word for each. */
  Facts: () => Promise<{ default: Component<{ view: View; seat: number; hasWords: boolean }> }>;
  screen: () => Promise<GameScreen<Play>>;
  /** Choices in groups, for the list in words. */
  group: (choice: Choice) => Said;
};

/** A screen whose own type of play only its own parts know. */
export function erased<P extends Play>(screen: GameScreen<P>): GameScreen<Play> {
  return screen as unknown as GameScreen<Play>;
}
