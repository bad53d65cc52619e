// A fixed position in which one choice is made: it is checked, and can be made again.
import { Refused } from '../lib/api';
import { app } from '../lib/app.svelte';
import type { Choice, ExercisePosition, ExerciseVerdict, Now, Said, View } from '../lib/types';
import { Sitting } from '../table/sitting.svelte';

/** Where the position comes from, and who checks a choice. */
export type Source = {
  position: () => Promise<ExercisePosition>;
  check: (choice: number) => Promise<ExerciseVerdict>;
};

export class ExerciseSitting extends Sitting {
  chosen = $state.raw<Choice | null>(null);
  verdict = $state.raw<ExerciseVerdict | null>(null); // on the choice, until it is made again
  reasons = $state.raw<Said[]>([]); // why the last wrong choice was wrong
  solution = $state.raw<Choice | null>(null); // once it was asked for
  problem = $state.raw<Said | null>(null);
  private position: ExercisePosition | null = null;
  private times = 0;

  constructor(
    id: string,
    private readonly source: Source,
  ) {
    super(id);
  }

  async open(): Promise<void> {
    try {
      this.position = await this.source.position();
      this.present(this.position.view, this.position.choices);
    } catch (error) {
      this.problem = error instanceof Refused ? error.said : { key: 'error.internal' };
    }
  }

  /** The solution wears the ring of a hint, once it was asked for. */
  override get hinted(): Choice | null {
    return this.choiceAt(this.solution?.n);
  }

  /** Whether any choice brings something at once. */
  get hasGains(): boolean {
    return this.position?.choices.some((choice) => choice.gains.length) ?? false;
  }

  override choose(choice: Choice): void {
    void this.check(choice);
  }

  private async check(choice: Choice): Promise<void> {
    const { position } = this;
    if (!position || this.shown.isPending || this.verdict) return;
    this.shown = { ...this.shown, choices: [], isPending: true };
    const verdict = await app.attempt(() => this.source.check(choice.n));
    if (!verdict) {
      this.present(position.view, position.choices);
      return;
    }
    this.chosen = choice;
    this.verdict = verdict;
    this.reasons = verdict.why;
    this.present(verdict.after ?? position.view, []);
  }

  /** Make the choice once more. */
  again(): void {
    if (!this.position) return;
    this.chosen = this.verdict = null;
    this.present(this.position.view, this.position.choices);
  }

  /** Show what is right, with a ring where it is. */
  reveal(): void {
    const wanted = this.verdict?.wanted[0];
    this.solution = this.position?.choices.find((choice) => choice.n === wanted) ?? null;
    this.again();
  }

  private present(view: View, choices: Choice[]): void {
    const { position } = this;
    if (!position) return;
    const { settings, box, seat, question, stage, paragraph } = position;
    const isAsked = choices.length > 0;
    const now: Now = {
      version: this.times++,
      status: 'playing',
      seats: Array.from({ length: settings.players }, (_, number) =>
        number === seat
          ? {
              kind: 'person',
              you: true,
              connected: true,
              name: `${app.say('player.seat', { number: number + 1 })} (${app.say('ui.you')})`,
            }
          : { kind: 'bot' },
      ),
      to_act: isAsked ? seat : null,
      view,
      question: isAsked ? question : null,
      stage: stage ?? null,
      paragraph,
      choices,
      undo: { possible: false },
      can_return: false,
    };
    const table = { id: this.id, settings, box, seat, owner: false, commitment: '', invite: null };
    this.shown = { table, now, log: [], undone: new Set(), choices, isPending: false, advice: null };
  }
}
