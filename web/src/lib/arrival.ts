// What arrives from the server, made ready to be drawn: lists instead of keyed objects, words for what is in notation.
import { kitOf } from '../games/registry';
import { readNotation } from './notation';
import type {
  Box,
  Choice,
  ExercisePosition,
  ExerciseVerdict,
  LogItem,
  Now,
  Review,
  ReviewPosition,
  Sent,
  View,
} from './types';

export function arrivedNow(sent: Sent['Now'], box: Box): Now {
  const view = sent.view ? arrivedView(sent.view) : null;
  const choices = (sent.choices ?? []).map((choice, n) => arrivedChoice(choice, n, box, view));
  return { ...sent, view, choices, can_return: sent.can_return ?? false } as Now;
}

export function arrivedView(sent: Sent['View']): View {
  return kitOf(sent.game).view(sent);
}

export function arrivedItem(sent: Sent['LogItem'], game: string): LogItem {
  const words = sent.words ?? readNotation(game, sent.text ?? '');
  return { ...sent, words, gains: sent.gains ?? [] } as LogItem;
}

export function arrivedReview(sent: Sent['Review']): Review {
  const game = sent.settings.game;
  return { ...sent, items: sent.items.map((item) => ({ ...item, words: readNotation(game, item.text) })) } as Review;
}

export function arrivedPosition(sent: Sent['ReviewPosition'], box: Box): ReviewPosition {
  const view = arrivedView(sent.view);
  const choices = sent.choices.map((choice, n) => arrivedChoice(choice, n, box, view));
  return { ...sent, view, choices } as ReviewPosition;
}

export function arrivedExercise(sent: Sent['ExercisePosition']): ExercisePosition {
  const view = arrivedView(sent.view);
  const box = sent.box as Box;
  return {
    ...sent,
    box,
    view,
    choices: sent.choices.map((choice, n) => arrivedChoice(choice, n, box, view)),
  } as ExercisePosition;
}

export function arrivedVerdict(sent: Sent['ExerciseVerdict']): ExerciseVerdict {
  return { ...sent, after: sent.after ? arrivedView(sent.after) : null } as ExerciseVerdict;
}

export function arrivedChoice(sent: Sent['Choice'], n: number, box: Box, view: View | null): Choice {
  const words = readNotation(box.game, sent.text);
  const kit = kitOf(box.game);
  const kind = words.key.split('.').at(-1) ?? '';
  const parts = kit.parts(kind, (words.args ?? {}) as Record<string, string>, box, view);
  return {
    n,
    text: sent.text,
    words,
    note: kit.note(words, parts),
    parts,
    gains: (sent.gains ?? []) as Choice['gains'],
  };
}
