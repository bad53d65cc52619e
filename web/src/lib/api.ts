// Requests to the server; what it refuses is thrown as data that can be said in any language.
import { arrivedExercise, arrivedPosition, arrivedReview, arrivedVerdict, arrivedView } from './arrival';
import type {
  BotList,
  Box,
  Catalogue,
  DailyState,
  AddedAddress,
  AddressList,
  DeviceList,
  NewAddress,
  NewBrowser,
  ExerciseList,
  ExercisePosition,
  ExerciseVerdict,
  FinishedGames,
  Made,
  MadeLink,
  MadeToken,
  Me,
  NewTable,
  OwnBots,
  OwnResults,
  PasskeyOptions,
  PreparationState,
  PuzzleList,
  Review,
  ReviewPosition,
  Said,
  Sent,
  SetReport,
  SetWish,
  TableInfo,
  TableList,
  Unseen,
  VerdictState,
  View,
} from './types';

export class Refused extends Error {
  constructor(
    readonly said: Said,
    readonly status: number,
  ) {
    super(said.key);
  }
}

async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused({ key: 'ui.error.offline' }, 0);
  }
  const data: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const error = (data as { error?: Said } | null)?.error ?? { key: 'error.internal' };
    throw new Refused(error, response.status);
  }
  return data as T;
}

/** What is asked for, at the end of an address; what is null is left out. */
function query(parts: Record<string, string | number | null>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

export const api = {
  me: () => ask<Me>('GET', '/me'),
  introduce: (name?: string) => ask<Me>('POST', '/me', name === undefined ? {} : { name }),
  myGames: (after?: string) => ask<FinishedGames>('GET', `/me/games${after ? `?after=${after}` : ''}`),
  myResults: () => ask<OwnResults>('GET', '/me/results'),
  forgetMe: () => ask<Me>('POST', '/me/delete', { confirm: true }),
  daily: () => ask<DailyState>('GET', '/daily'),
  playDaily: (game: string) => ask<Made>('POST', `/daily/${game}`),
  puzzles: () => ask<PuzzleList>('GET', '/puzzles'),
  exercises: () => ask<ExerciseList>('GET', '/exercises'),
  exercise: async (path: string): Promise<ExercisePosition> =>
    arrivedExercise(await ask<Sent['ExercisePosition']>('GET', path)),
  attempt: async (path: string, choice: number): Promise<ExerciseVerdict> =>
    arrivedVerdict(await ask<Sent['ExerciseVerdict']>('POST', path, { choice })),
  games: () => ask<Catalogue>('GET', '/games'),
  preparation: () => ask<PreparationState>('GET', '/preparation'),
  tables: () => ask<TableList>('GET', '/tables'),
  table: (id: string, invite: string | null) => ask<TableInfo>('GET', `/tables/${id}${query({ invite })}`),
  checkSet: (wish: SetWish) => ask<SetReport>('POST', '/sets', wish),
  shippedSet: (game: string, name: string) => ask<SetReport>('GET', `/sets/${game}/${name}`),
  make: (wish: NewTable) => ask<Made>('POST', '/tables', wish),
  join: (id: string, invite: string | null, seat?: number) =>
    ask<TableInfo>('POST', `/tables/${id}/join`, { ...(invite ? { invite } : {}), ...(seat == null ? {} : { seat }) }),
  leave: (id: string) => ask<TableInfo>('POST', `/tables/${id}/leave`),
  devices: () => ask<DeviceList>('GET', '/me/devices'),
  signOut: (device: string) => ask<DeviceList>('DELETE', `/me/devices/${device}`),
  makeLink: () => ask<MadeLink>('POST', '/me/link'),
  openLink: (secret: string) => ask<Me>('POST', '/link', { secret }),
  passkeyOptions: () => ask<PasskeyOptions>('POST', '/me/passkeys/options'),
  addPasskey: (answer: unknown) => ask<DeviceList>('POST', '/me/passkeys', { answer }),
  removePasskey: (passkey: string) => ask<DeviceList>('DELETE', `/me/passkeys/${passkey}`),
  signInOptions: () => ask<PasskeyOptions>('POST', '/passkeys/options'),
  signIn: (answer: unknown) => ask<Me>('POST', '/passkeys', { answer }),
  reminders: () => ask<AddressList>('GET', '/me/reminders'),
  addReminder: (wish: NewAddress | NewBrowser) => ask<AddedAddress>('POST', '/me/reminders', wish),
  removeReminder: (id: string) => ask<AddressList>('DELETE', `/me/reminders/${id}`),
  tryReminder: (id: string) => ask<AddressList>('POST', `/me/reminders/${id}/try`),
  bots: () => ask<BotList>('GET', '/bots'),
  askBot: (id: string, seat: number, bot: string | null) =>
    ask<TableInfo>('POST', `/tables/${id}/ask`, bot ? { seat, bot } : { seat }),
  ownBots: () => ask<OwnBots>('GET', '/me/bots'),
  registerBot: (name: string, open: boolean) => ask<MadeToken>('POST', '/me/bots', { name, open }),
  openBot: (bot: string, open: boolean) => ask<OwnBots>('POST', `/me/bots/${bot}`, { open }),
  deleteBot: (bot: string) => ask<OwnBots>('POST', `/me/bots/${bot}/delete`, { confirm: true }),
  newToken: (bot: string) => ask<MadeToken>('POST', `/me/bots/${bot}/tokens`, {}),
  revokeToken: (bot: string, token: string) => ask<OwnBots>('DELETE', `/me/bots/${bot}/tokens/${token}`),
  start: (id: string, fill: string | null) => ask<TableInfo>('POST', `/tables/${id}/start`, fill ? { fill } : {}),
  rematch: (id: string) => ask<Made>('POST', `/tables/${id}/rematch`),
  review: async (id: string, invite: string | null, eyes: number | null): Promise<Review> =>
    arrivedReview(await ask<Sent['Review']>('GET', `/tables/${id}/review${query({ invite, seat: eyes })}`)),
  position: async (
    id: string,
    entry: number,
    box: Box,
    invite: string | null,
    eyes: number | null,
  ): Promise<ReviewPosition> => {
    const path = `/tables/${id}/review/${entry}${query({ invite, seat: eyes })}`;
    return arrivedPosition(await ask<Sent['ReviewPosition']>('GET', path), box);
  },
  /** What one's seat saw before each of the last entries. */
  past: async (id: string, back: number): Promise<{ version: number; views: View[] }> => {
    const { version, views } = await ask<Sent['Past']>('GET', `/tables/${id}/past/${back}`);
    return { version, views: views.map(arrivedView) };
  },
  unseen: (id: string) => ask<Unseen>('GET', `/tables/${id}/unseen`),
  playOn: (id: string, invite: string | null, wish: { entry: number; seat: number; level: string }) =>
    ask<Made>('POST', `/tables/${id}/play-on${query({ invite })}`, wish),
  verdict: (id: string, invite: string | null) => ask<VerdictState>('GET', `/tables/${id}/verdict${query({ invite })}`),
  judge: (id: string, invite: string | null) => ask<VerdictState>('POST', `/tables/${id}/verdict${query({ invite })}`),
  stopJudging: (id: string, invite: string | null) =>
    ask<VerdictState>('DELETE', `/tables/${id}/verdict${query({ invite })}`),
  bring: (record: unknown) => ask<Made>('POST', '/records', record),
};

export const recordPath = (id: string, invite: string | null): string => `/api/tables/${id}/record${query({ invite })}`;

export function socketUrl(id: string, invite: string | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/tables/${id}/socket${query({ invite })}`;
}
