import { describe, expect, it } from 'vitest';
import { TableModel } from '../src/table/model';
import type { Sent, TableMessage } from '../src/lib/types';

const choice: Sent['Choice'] = { text: 'draw landscape' };
const item = (n: number, extra: Partial<Sent['LogItem']> = {}): Sent['LogItem'] => ({
  n,
  kind: 'move',
  text: 'extra',
  ...extra,
});
const now = (version: number, choices: Sent['Choice'][] = []): Sent['Now'] => ({
  version, status: 'playing', seats: [{ kind: 'open' }], choices, undo: { possible: false }, paragraph: '4.2',
}); // prettier-ignore
const whole = (version: number, log: Sent['LogItem'][] = [], since = 0): TableMessage => ({
  type: 'table', protocol: 2, id: 'x', settings: { game: 'oregon' } as TableMessage['settings'],
  box: { game: 'oregon' } as TableMessage['box'],
  seat: 0, owner: true, commitment: '', since, log, chat: [], now: now(version, [choice]),
}); // prettier-ignore

describe('a table', () => {
  it('asks again when something was missed', () => {
    const model = new TableModel();
    model.take(whole(3));
    expect(model.take({ type: 'update', since: 5, log: [], now: now(6) })).toEqual([{ kind: 'hello' }]);
    expect(model.version).toBe(3);
  });

  it('changes only what an update says', () => {
    const model = new TableModel();
    model.take(whole(2, [item(0), item(1)]));
    const effects = model.take({ type: 'update', since: 2, log: [item(2)], now: { version: 3, choices: null } });
    expect(model.now).toMatchObject({ version: 3, choices: [], paragraph: '4.2', seats: [{ kind: 'open' }] });
    expect(effects).toMatchObject([{ kind: 'news', items: [{ n: 2, words: { key: 'oregon.do.extra' } }] }]);
  });

  it('takes an update once, whatever arrives twice', () => {
    const model = new TableModel();
    model.take(whole(2, [item(0), item(1)]));
    const update = { type: 'update', since: 2, log: [item(2)], now: { version: 3 } } as const;
    model.take({ ...update, log: [...update.log] });
    expect(model.take({ ...update, log: [...update.log] })).toEqual([]);
    expect(model.log.map((line) => line.n)).toEqual([0, 1, 2]);
  });

  it('keeps what presence said when an update follows', () => {
    const model = new TableModel();
    model.take(whole(2));
    model.take({ type: 'presence', seats: [{ kind: 'person', name: 'Ada' }], watchers: 1 });
    model.take({ type: 'update', since: 2, log: [], now: { version: 3 } });
    expect(model.now?.seats).toEqual([{ kind: 'person', name: 'Ada' }]);
  });

  it('never goes back to an older version', () => {
    const model = new TableModel();
    model.take(whole(5));
    model.take({ type: 'update', since: 3, log: [], now: now(4) });
    expect(model.version).toBe(5);
  });

  it('keeps a move until it is acknowledged and sends it again after a reconnect, under the same id', () => {
    const model = new TableModel();
    model.take(whole(3));
    const message = model.move(0, 'm1');
    expect(model.choices).toEqual([]);
    expect(model.greetings()).toEqual([message, { type: 'hello', version: 3 }]);
    model.take({ type: 'ack', id: 'm1', version: 4 });
    expect(model.greetings()).toEqual([{ type: 'hello', version: 3 }]);
  });

  it('offers the choices again when a move is refused, and says why', () => {
    const model = new TableModel();
    model.take(whole(3));
    model.move(0, 'm1');
    const effects = model.take({ type: 'refused', id: 'm1', error: { key: 'error.stale' } });
    expect(effects).toEqual([{ kind: 'refused', id: 'm1', error: { key: 'error.stale' }, wait: null }]);
    expect(model.choices).toHaveLength(1);
  });

  it('reloads when the server speaks another protocol', () => {
    expect(new TableModel().take({ ...whole(1), protocol: 99 })).toEqual([{ kind: 'reload' }]);
  });

  it('strikes out what was taken back', () => {
    const model = new TableModel();
    model.take(
      whole(4, [item(0, { entry: 0 }), item(1, { entry: 1 }), item(2, { kind: 'undo', to: 1 }), item(3, { entry: 1 })]),
    );
    expect([...model.undone]).toEqual([1]);
  });

  it('forgets a hint when the position changes', () => {
    const model = new TableModel();
    model.take(whole(3));
    model.take({ type: 'hint', id: 'h', version: 3, choice: 0, loss: 0, why: [] });
    expect(model.advice?.choice).toBe(0);
    model.take({ type: 'update', since: 3, log: [], now: now(4) });
    expect(model.advice).toBeNull();
  });
});
