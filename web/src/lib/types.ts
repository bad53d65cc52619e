// Short names for the server's models. The server leaves out what is null, so every null may be missing.
import type { components } from './schema';

type Models = components['schemas'];

/** A model as it arrives: what may be null may also be missing. */
type Arrived<T> = T extends (infer Item)[]
  ? Arrived<Item>[]
  : T extends object
    ? { [Key in keyof T as null extends T[Key] ? never : Key]: Arrived<T[Key]> } & {
        [Key in keyof T as null extends T[Key] ? Key : never]?: Arrived<T[Key]>;
      }
    : T;

export type Said = { key: string; args?: Record<string, unknown> };
export type Seated = Arrived<Models['Seated']>;
export type Settings = Models['TableSettings'];
export type TableInfo = Arrived<Models['TableInfo']>;
export type TableList = { mine: TableInfo[]; listed: TableInfo[] };
export type Catalogue = Models['Catalogue'];
export type GamePreparation = Models['GamePreparation'];
export type PreparationState = Models['PreparationState'];
export type Me = Arrived<Models['Me']>;
export type Made = Models['Made'];
export type NewTable = Models['NewTable'];
export type SetWish = Partial<Models['SetWish']>;
export type SetReport = Arrived<Models['SetReport']>;
export type DeviceList = Arrived<Models['DeviceList']>;
export type AddressInfo = Arrived<Models['AddressInfo']>;
export type AddressList = Arrived<Models['AddressList']>;
export type AddedAddress = Arrived<Models['AddedAddress']>;
export type NewAddress = Models['NewAddress'];
export type NewBrowser = Models['NewBrowser'];
export type MadeLink = Models['MadeLink'];
export type PasskeyOptions = Models['PasskeyOptions'];
export type OwnBot = Arrived<Models['OwnBot']>;
export type OwnBots = Arrived<Models['OwnBots']>;
export type MadeToken = Arrived<Models['MadeToken']>;
export type BotInfo = Models['BotInfo'];
export type BotList = Models['BotList'];
export type DailyState = Arrived<Models['DailyState']>;
export type TodaysDeal = Arrived<Models['TodaysDeal']>;
export type PastDeal = Arrived<Models['PastDeal']>;
export type FinishedGame = Arrived<Models['FinishedGame']>;
export type FinishedGames = Arrived<Models['FinishedGames']>;
export type OwnResults = Arrived<Models['OwnResults']>;
export type PuzzleList = Models['PuzzleList'];
export type GamePuzzles = Models['GamePuzzles'];
export type ExerciseList = Models['ExerciseList'];
/** A view as it is drawn: lists where the server sends objects by key. */
export type OregonView = Omit<Arrived<Models['OregonView']>, 'pieces' | 'seats'> & {
  pieces: (Arrived<Models['Piece']> & { cell: string })[];
  seats: Arrived<Models['OregonSeat']>[];
};
export type OregonBox = Models['OregonBox'];
export type OkanaganView = Omit<Arrived<Models['OkanaganView']>, 'tiles' | 'territories' | 'seats'> & {
  tiles: LaidTile[];
  territories: Territory[];
  seats: Arrived<Models['OkanaganSeat']>[];
};
export type OkanaganBox = Arrived<Models['OkanaganBox']>;
export type LaidTile = Arrived<Models['LaidTile']>;
export type Territory = Models['Territory'] & { id: number };
export type Face = Arrived<Models['Face']>;
export type Result = Omit<Models['Result'], 'reason'> & { reason: Said };
export type ChatLine = Arrived<Models['ChatLine']>;

export type Gain = { seat: number; points?: number | null; words: Said; data: Record<string, unknown> };
export type Parts = {
  kind: string;
  cell?: string;
  building?: string;
  cards?: string[];
  joker?: string;
  deck?: string;
  x?: number;
  y?: number;
  rotation?: number;
  terrains?: string[];
  reward?: string;
  given?: string;
  stack?: number;
  tile?: number;
  back?: string;
  seat?: number;
  goals?: string[];
};
/** What arrives, before it is made ready to be drawn. */
export type Sent = {
  Now: Models['Now'];
  View: Models['OregonView'] | Models['OkanaganView'];
  LogItem: Models['LogItem'];
  Choice: Models['Choice'];
  Review: Models['Review'];
  ReviewPosition: Models['ReviewPosition'];
  Past: Models['Past'];
  ExercisePosition: Models['ExercisePosition'];
  ExerciseVerdict: Models['ExerciseVerdict'];
};
export type Choice = { n: number; text: string; words: Said; note?: Said | null; parts: Parts; gains: Gain[] };
export type LogItem = {
  n: number;
  kind: string;
  seat?: number | null;
  words: Said;
  note?: Said | null; // what the line's own text does not say
  text?: string | null;
  by?: 'person' | 'bot' | 'forced' | 'chance' | null;
  to?: number | null;
  entry?: number | null;
  gains: Gain[];
};
export type View = OregonView | OkanaganView;
export type Box = OregonBox | OkanaganBox;
export type Now = {
  version: number;
  status: 'waiting' | 'playing' | 'over' | 'closed';
  seats: Seated[];
  to_act?: number | null;
  clock?: number[] | null;
  view?: View | null;
  question?: Said | null;
  stage?: Said | null;
  paragraph?: string | null;
  choices: Choice[];
  undo: { possible: boolean; reason?: Said | null };
  can_return: boolean;
  result?: Result | null;
  rematch?: string | null;
};
export type TableMessage = {
  type: 'table';
  protocol: number;
  id: string;
  settings: Settings;
  box: Box;
  seat?: number | null;
  owner: boolean;
  invite?: string | null;
  commitment: string;
  since: number;
  log: Sent['LogItem'][];
  chat: ChatLine[];
  now: Sent['Now'];
};
export type Unseen = Models['Unseen'];
/** The best choice and why, and the runner-up. */
export type Advice = {
  type: 'hint';
  id: string;
  version: number;
  choice: number;
  other?: number | null;
  loss: number;
  lead?: number;
  why: Said[];
};
/** What a choice would cost, and what is better. */
export type Checked = {
  type: 'checked';
  id: string;
  version: number;
  choice: number;
  name: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
  loss: number;
  error: number;
  lead?: number;
  better: number;
  why: Said[];
};
export type ServerMessage =
  | TableMessage
  | { type: 'update'; since: number; log: Sent['LogItem'][]; now: object } // a merge patch
  | { type: 'ack'; id: string; version: number }
  | { type: 'refused'; id?: string | null; error: Said; wait?: number | null; version?: number | null }
  | { type: 'presence'; seats: Seated[]; watchers: number }
  | { type: 'chat'; line: ChatLine }
  | Advice
  | Checked
  | { type: 'pong' };
export type ClientMessage = Models['ClientMessage'];
export type Verdict = Arrived<Models['Verdict']>;
export type VerdictState = Arrived<Models['VerdictState']>;
export type Quality = Models['VerdictDecision']['name'];
export type Decision = Verdict['decisions'][number];
export type Moment = Verdict['moments'][number];
export type ReviewItem = {
  entry: number;
  seat?: number | null;
  words: Said;
  note?: Said | null;
  text: string;
  gains: Gain[];
  points?: Record<string, number>[] | null; // if it changed them
};
export type Review = {
  id: string;
  settings: Settings;
  box: Box;
  seats: Seated[];
  items: ReviewItem[];
  result?: Result | null;
  seat?: number | null;
  invite?: string | null;
};
export type ReviewPosition = {
  entry: number;
  view: View;
  to_act?: number | null;
  question?: Said | null;
  choices: Choice[];
};
export type ExercisePosition = {
  settings: Settings;
  seat: number;
  box: Box;
  view: View;
  question: Said;
  stage?: Said | null;
  paragraph: string;
  choices: Choice[];
};
export type ExerciseVerdict = {
  right: boolean;
  wanted: number[];
  after: View | null;
  loss?: number | null;
  why: Said[];
};
