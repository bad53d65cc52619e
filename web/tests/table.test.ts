import { describe, expect, it } from 'vitest';
import { TableModel } from '../src/lib/table';
import type { Choice, LogItem, Now, TableMessage } from '../src/lib/types';

const choice = (n: number): Choice => ({ n, text: '', words: { key: '' }, parts: { kind: 'draw' }, gains: [] });
const item = (n: number, extra: Partial<LogItem> = {}): LogItem => ({ n, kind: 'move', words: { key: '' }, gains: [], ...extra });
const now = (version: number, choices: Choice[] = []): Now => ({
  version, status: 'playing', seats: [], choices, undo: { possible: false }, can_return: false,
}); // prettier-ignore
const whole = (version: number, log: LogItem[] = [], since = 0): TableMessage => ({
  type: 'table', protocol: 1, id: 'x', settings: {} as TableMessage['settings'], box: {} as TableMessage['box'],
  seat: 0, owner: true, commitment: '', since, log, chat: [], now: now(version, [choice(0)]),
}); // prettier-ignore

describe('a table', () => {
  it('asks again when something was missed', () => {
    const model = new TableModel();
    model.take(whole(3));
    expect(model.take({ type: 'update', since: 5, log: [], now: now(6) })).toEqual([{ kind: 'hello' }]);
    expect(model.version).toBe(3);
  });

  it('takes every line once, whatever arrives twice', () => {
    const model = new TableModel();
    model.take(whole(2, [item(0), item(1)]));
    model.take({ type: 'update', since: 2, log: [item(2)], now: now(3) });
    const effects = model.take({ type: 'update', since: 2, log: [item(2), item(3)], now: now(4) });
    expect(model.log.map((line) => line.n)).toEqual([0, 1, 2, 3]);
    expect(effects).toEqual([{ kind: 'news', items: [item(3)] }]);
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
    expect(effects).toEqual([{ kind: 'refused', error: { key: 'error.stale' }, wait: null }]);
    expect(model.choices).toHaveLength(1);
  });

  it('reloads when the server speaks another protocol', () => {
    expect(new TableModel().take({ ...whole(1), protocol: 99 })).toEqual([{ kind: 'reload' }]);
  });

  it('strikes out what was taken back', () => {
    const model = new TableModel();
    model.take(whole(4, [item(0, { entry: 0 }), item(1, { entry: 1 }), item(2, { kind: 'undo', to: 1 }), item(3, { entry: 1 })]));
    expect([...model.undone]).toEqual([1]);
  });

  it('forgets a hint when the position changes', () => {
    const model = new TableModel();
    model.take(whole(3));
    model.take({ type: 'hint', id: 'h', version: 3, choice: 0 });
    expect(model.hint).toBe(0);
    model.take({ type: 'update', since: 3, log: [], now: now(4) });
    expect(model.hint).toBeNull();
  });
});
