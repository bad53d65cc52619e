// One table on one screen: the connection, the model behind it, and what of it is shown at the moment.
import { tick } from 'svelte';
import { api, socketUrl } from '../lib/api';
import { app } from '../lib/app.svelte';
import { Link } from '../lib/link';
import { preparation } from '../lib/preparation.svelte';
import { play as playSound } from '../lib/sound';
import type { Checked, Choice, Said, ServerMessage } from '../lib/types';
import { Judging } from '../review/judging.svelte';
import { Announcer } from './announcer';
import { Beats, type Speed } from './beats';
import { Checking, costliest, costOf, isCostly, type CoachMode, type Decided } from './coach';
import { TableModel, type Effect } from './model';
import { Sitting, type Shown, type Warning } from './sitting.svelte';
import { tellTurn } from './tell';
import type { Turn } from './turns';

const OVER = -1; // in place of a version: the end was said

export class TableSession extends Sitting {
  refusal = $state.raw<Said | null>(null); // why there is no table yet
  readonly invite: string | null;
  override readonly judging: Judging;
  private readonly model = new TableModel();
  private readonly connection: Link;
  private readonly beats = new Beats<Shown>((shown, isQuick) => this.present(shown, isQuick));
  private readonly announcer: Announcer;
  private readonly checking = new Checking();
  private decided: Decided[] = []; // of the turn that goes on
  private warned = $state.raw<Warning | null>(null);
  private hinting = $state<string | null>(null); // a hint that was asked for
  private said = $state<string | null>(null); // of the last turn, by the coach
  private askedAt: number | null = null; // the version whose question was said last

  constructor(id: string, query: string) {
    super(id);
    this.link = 'connecting';
    this.invite = new URLSearchParams(query).get('invite');
    this.judging = new Judging(id, () => this.invite);
    this.beats.speed = app.speed;
    app.spoken = []; // what was said at another table
    this.announcer = new Announcer(
      (item, turn) => this.kit.startsTurn(item, turn),
      (items) => tellTurn(items, this.speech, this.kit.telling),
      (text) => app.announce(text),
    );
    this.connection = new Link(socketUrl(id, this.invite), {
      opened: () => this.model.greetings(),
      message: (message) => this.take(message),
      state: (state) => {
        if (state === 'lost' && this.link === 'open') app.announce(app.say('ui.reconnecting'));
        this.link = state;
      },
    });
  }

  /** Whoever opens an invitation takes the seat at once, or when the games are ready. */
  async open(games: readonly string[]): Promise<void> {
    if (this.invite && (await app.beSomebody())) {
      for (const game of games) await preparation.until(game);
      const info = await api.table(this.id, this.invite).catch(() => null);
      if (info?.status === 'waiting' && info.your_seat == null) await app.attempt(() => api.join(this.id, this.invite));
    }
    this.connection.open();
  }

  close(): void {
    this.checking.stop();
    this.beats.clear();
    this.connection.close();
  }

  /** Ask for everything anew. */
  again(): void {
    this.connection.send({ type: 'hello', version: 0 });
  }

  override setSpeed(speed: Speed): void {
    this.beats.speed = speed;
    if (speed === 'instant') this.skip();
  }

  /** Show at once what has been held back. */
  override skip(): boolean {
    const wasBusy = this.beats.isBusy;
    if (wasBusy) this.beats.skip();
    return wasBusy;
  }

  override async replay(turns: readonly Turn[]): Promise<boolean> {
    const { backTo, beatsOf, entriesOf } = await import('./replay');
    const back = backTo(turns, entriesOf(this.shown));
    const past = back && !this.beats.isBusy ? await app.attempt(() => api.past(this.id, back)) : undefined;
    if (!past || this.beats.isBusy || past.version !== this.model.version) return false;
    const beats = beatsOf(turns, past.views, this.snapshot(), (item) => this.kit.beat(item));
    for (const beat of beats) this.beats.add(beat);
    return beats.length > 0;
  }

  override choose(choice: Choice): void {
    if (this.shown.isPending || !this.model.isCurrent(choice)) return;
    const isChecked = this.coachMode !== 'off' && this.model.table?.settings.aids && this.model.choices.length > 1;
    if (!isChecked) {
      this.make(choice);
      return;
    }
    const id = newId();
    this.checking.begin(id, choice, (unchecked) => this.make(unchecked));
    this.connection.send({ type: 'check', id, version: this.model.version, choice: choice.n });
    this.refresh();
  }

  override get coachMode(): CoachMode {
    return this.isGuided() ? 'all' : app.coach;
  }

  private make(choice: Choice): void {
    if (this.model.isCurrent(choice)) this.connection.send(this.model.move(choice.n, newId()));
    this.refresh();
  }

  /** The coach has answered: the choice is made, unless it costs too much. */
  private checked(checked: Checked): void {
    const choice = this.checking.end(checked.id);
    if (!choice) return;
    const better = this.model.choices[checked.better] ?? null;
    this.decided = [...this.decided, { choice, better, checked }];
    if (isCostly(checked, this.coachMode) && checked.version === this.model.version) {
      this.warned = { choice, checked };
      this.refresh();
    } else this.make(choice);
  }

  /** While it is warned of a choice, the better one is marked. */
  override get hinted(): Choice | null {
    return this.warned ? this.choiceAt(this.warned.checked.better) : super.hinted;
  }

  override get isThinking(): boolean {
    return this.hinting !== null || (this.shown.isPending && this.checking.isBusy);
  }

  override get warning(): Warning | null {
    return this.warned;
  }

  override get comment(): string | null {
    return this.said;
  }

  override answerWarning(isMade: boolean): void {
    const warned = this.warned;
    if (!warned) return;
    this.warned = null;
    if (isMade) {
      this.make(warned.choice);
      return;
    }
    this.decided = this.decided.slice(0, -1);
    const { version, better, loss, why } = warned.checked;
    this.model.advice = { type: 'hint', id: '', version, choice: better, other: warned.choice.n, loss, why };
    this.refresh();
  }

  override forgetAdvice(): void {
    this.model.advice = null;
    this.refresh();
  }

  /** Sum the turn up for who wants to hear it. */
  private sumUp(): void {
    const costly = costliest(this.decided);
    if (!this.decided.length) this.said = null;
    else if (!costly) this.said = app.say('ui.coach.good_turn');
    else {
      const { choice, better, checked } = costly;
      this.said = app.say(better ? 'ui.coach.turn' : 'ui.coach.turn_plain', {
        name: checked.name,
        cost: costOf(checked),
        played: choice.words,
        better: better?.words,
      });
    }
    this.decided = [];
    if (this.said) this.announcer.then(this.said);
  }

  /** Take back what is only picked, or else the last decision. */
  override undo(): void {
    if (this.letGo()) return;
    const undo = this.shown.now?.undo;
    if (this.shown.isPending || !undo?.possible) {
      if (undo?.reason) app.tell(this.speech.say(undo.reason));
      return;
    }
    this.beats.skip();
    this.decided = this.decided.slice(0, -1);
    this.connection.send(this.model.undo(newId()));
    this.refresh();
  }

  override hint(): void {
    if (!this.shown.choices.length) return;
    this.hinting = newId();
    this.connection.send({ type: 'hint', id: this.hinting });
  }

  override resign(): void {
    this.connection.send({ type: 'resign', id: newId() });
  }

  override standIn(seat: number): void {
    this.connection.send({ type: 'stand_in', id: newId(), seat });
  }

  override takeBack(): void {
    this.connection.send({ type: 'return', id: newId() });
  }

  override write(text: string): void {
    this.connection.send({ type: 'chat', id: newId(), text });
  }

  private take(message: ServerMessage): void {
    if (message.type === 'hint') this.beats.skip(); // it is about what is asked now
    if ((message.type === 'hint' || message.type === 'refused') && message.id === this.hinting) this.hinting = null;
    const effects = this.model.take(message);
    this.chat = this.model.chat;
    this.watchers = this.model.watchers;
    const isUpdate = message.type === 'update' && effects.some((effect) => effect.kind === 'news');
    if (isUpdate) this.queue(effects);
    else if (this.isSeen(message)) this.refresh(message.type === 'table');
    for (const effect of effects) this.follow(effect);
  }

  /** Whether a message changes what is shown. What follows an acknowledgement is told by an update. */
  private isSeen(message: ServerMessage): boolean {
    if (message.type === 'ack') return message.version <= this.model.version;
    return message.type !== 'pong' && message.type !== 'chat' && message.type !== 'checked';
  }

  /** A new moment: at once after one's own step, in a beat of its own after somebody else's. */
  private queue(effects: Effect[]): void {
    const items = effects.flatMap((effect) => (effect.kind === 'news' ? effect.items : []));
    const mine = this.model.table?.seat ?? null;
    const others = items.filter((item) => item.by === 'bot' || (item.seat !== mine && item.seat != null));
    const length = others.length ? Math.max(...others.map((item) => this.kit.beat(item))) : 0;
    const shown = this.snapshot();
    this.beats.add({ shown, length, asks: shown.choices.length > 0, hasClock: shown.now?.clock != null });
  }

  /** Show the last moment now, unless something is still to be seen before it. */
  private refresh(isWhole = false): void {
    if (isWhole) this.beats.clear();
    if (!this.beats.isBusy) this.present(this.snapshot(), true);
  }

  private snapshot(): Shown {
    return {
      table: this.model.table,
      now: this.model.now,
      log: this.model.log,
      undone: this.model.undone,
      choices: this.checking.isBusy ? [] : this.model.choices,
      isPending: this.model.pending !== null || this.checking.isBusy,
      advice: this.model.advice,
    };
  }

  private present(shown: Shown, isQuick: boolean): void {
    const began = performance.now();
    const before = this.shown;
    const known = before.log.at(-1)?.n ?? -1;
    const fresh = shown.told ?? (before.table === null ? [] : shown.log.filter((item) => item.n > known));
    this.shown = shown;
    if (fresh.length) {
      void tick().then(() => performance.measure('overland.draw', { start: began }));
      this.announcer.take(fresh);
      if (fresh.some((item) => item.kind === 'move' && item.seat !== this.seat)) playSound('knock');
    }
    this.watcher(fresh, before, shown, isQuick);
    this.tellStage(before, shown);
    this.turnCame(before, shown);
  }

  private readonly stages = new Set<string>();

  /** The last round, or the second: said when it begins, also where the top line has no room. */
  private tellStage(before: Shown, shown: Shown): void {
    const stage = shown.now?.stage;
    if (stage && !this.stages.has(stage.key) && before.table !== null) app.tell(this.speech.say(stage));
    if (stage) this.stages.add(stage.key);
  }

  /** A question to us, or the end, is said once. */
  private turnCame(before: Shown, shown: Shown): void {
    if (this.isMine(before) && !this.isMine(shown)) this.sumUp();
    if (shown.choices.length && shown.now?.version !== this.askedAt) {
      if (!this.isMine(before)) this.said = null;
      this.ask(shown, this.isMine(before));
    }
    if (shown.now?.status === 'over' && this.askedAt !== OVER) {
      this.askedAt = OVER;
      this.announcer.then(this.ending(shown));
      playSound('end');
    }
  }

  private isMine({ now }: Shown): boolean {
    return now?.status === 'playing' && this.seat !== null && now.to_act === this.seat;
  }

  private ask(shown: Shown, isGoingOn: boolean): void {
    const question = shown.now?.question ? this.speech.say(shown.now.question) : '';
    this.announcer.then(isGoingOn ? question : `${app.say('ui.your_turn')}. ${question}`);
    if (!isGoingOn) playSound('turn');
    this.askedAt = shown.now?.version ?? null;
  }

  private ending(shown: Shown): string {
    const result = shown.now?.result;
    if (!result) return app.say('end.finished');
    const winners = result.winners.map(this.names);
    return app.say(winners.length > 1 ? 'ui.end.shared' : 'ui.end.won', { names: winners });
  }

  private follow(effect: Effect): void {
    if (effect.kind === 'hello') for (const message of this.model.greetings()) this.connection.send(message);
    else if (effect.kind === 'reload') this.reload();
    else if (effect.kind === 'checked') this.checked(effect.checked);
    else if (effect.kind === 'refused' && this.isUnchecked(effect.id)) return;
    else if (effect.kind === 'refused' && this.model.table) app.tellSaid(effect.error);
    else if (effect.kind === 'refused') this.wait(effect.error);
    else if (effect.kind === 'chat' && effect.line.seat !== this.model.seat) {
      this.unread += 1;
      this.announcer.then(`${effect.line.name}: ${effect.line.text}`);
    }
  }

  /** A check that was refused stops nobody: the choice is made. */
  private isUnchecked(id: string | null): boolean {
    const choice = this.checking.end(id);
    if (choice) this.make(choice);
    return choice !== null;
  }

  private wait(why: Said): void {
    this.refusal = why;
    if (why.key === 'error.preparing') preparation.again();
  }

  private reload(): void {
    if (sessionStorage.getItem('overland.reloaded') === this.id) return;
    sessionStorage.setItem('overland.reloaded', this.id);
    location.reload();
  }
}

/** A name for a wish, so that it counts once however often it is sent. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
