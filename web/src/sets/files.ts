// Map and tile files: read from the visitor's machine, and written there.
import { app } from '../lib/app.svelte';
import type { SetReport } from '../lib/types';

const MOST = 200_001; // letters that are sent: one more than the server takes, so that it can say so

export const fileText = (file: File): Promise<string> => file.slice(0, MOST).text();

/** What a set is called; one without a name is called so. */
export const titleOf = ({ title }: { title?: string }): string => title || app.say('ui.sets.unnamed');

/** What is wrong with a set, in the visitor's language as far as there are words; else as the checks of files say it. */
export const problemOf = ({ problem, said }: SetReport): string =>
  said ? app.speech.say(said) : app.say('error.set', { detail: problem });

/** Let the browser save a text as a file. */
export function saveFile(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
