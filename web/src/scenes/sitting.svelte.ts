// A scene: a table at one question, out of a file. Whatever is chosen is only noted.
import type { Advice, Choice, TableMessage } from '../lib/types';
import { TableModel } from '../table/model';
import { Sitting } from '../table/sitting.svelte';

export type Scene = { name: string; game: string; box: string; players: number; message: TableMessage };
type File = { boxes: Record<string, TableMessage['box']>; scenes: Scene[] };

export class SceneSitting extends Sitting {
  constructor(scene: Scene) {
    super(scene.name);
    const model = new TableModel();
    model.take(scene.message);
    const { table, now, log, undone, choices } = model;
    this.chat = model.chat;
    this.shown = { table, now, log, undone, choices, isPending: false, advice: null };
  }

  override choose(choice: Choice): void {
    document.documentElement.dataset['chosen'] = String(choice.n);
  }

  /** The first of all choices, whatever it is worth. */
  override hint(): void {
    const [first, second] = this.shown.choices;
    if (!first) return;
    const advice: Advice = {
      type: 'hint',
      id: '',
      version: this.shown.now?.version ?? 0,
      choice: first.n,
      other: second?.n ?? null,
      loss: 0.04,
      why: [{ key: 'verdict.why.more_now', args: { points: 4, others: 2 } }],
    };
    this.shown = { ...this.shown, advice };
  }

  override forgetAdvice(): void {
    this.shown = { ...this.shown, advice: null };
  }
}

let loaded: Promise<Scene[]> | null = null;

/** The scenes, where the server has any: in development, and where a test brings them. */
export function loadScenes(): Promise<Scene[]> {
  loaded ??= fetch('/scenes.json')
    .then((response) => (response.ok ? (response.json() as Promise<File>) : { boxes: {}, scenes: [] }))
    .then(({ boxes, scenes }) =>
      scenes.map((scene) => ({
        ...scene,
        message: { ...scene.message, box: boxes[scene.box] ?? scene.message.box },
      })),
    )
    .catch(() => []);
  return loaded;
}
