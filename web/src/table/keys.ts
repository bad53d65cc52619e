// Keys that every table screen understands, whatever is done there.
import type { Play } from '../games/kit';
import { nextPlace } from './focus';

/** Whether a key is meant for something else: a field, a shortcut of the browser, a dialog. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const isWriting = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  return isWriting || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog:modal') !== null;
}

/** Whether a key belongs to what has the focus: Enter and Space press a button. */
export function isOnButton(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest('button, a, summary, [role="tab"]') !== null;
}

/** Going about the board and choosing there; whether the key did something. */
export function boardKey(event: KeyboardEvent, play: Play): boolean {
  switch (event.key) {
    case 'n':
    case 'N':
      nextPlace(event.shiftKey ? -1 : 1);
      return true;
    case 'Escape':
      return play.drop();
    case 'Enter':
      if (isOnButton(event) || !play.prompt.primary) return false;
      play.prompt.primary.run();
      return true;
  }
  if (play.key(event)) return true;
  if (event.key !== 'b') return false;
  document.querySelector<HTMLElement>('[role="grid"] button[tabindex="0"]')?.focus();
  return true;
}
