// The map or tile set of one's own that a new table is to be played with: brought as a file, or made in the editor.
import type { SetReport } from '../lib/types';

export type OwnSet = SetReport & { file: string; data: NonNullable<SetReport['data']> };

/** A report on a set that can be played; null: something is wrong with it. */
export const playable = (report: SetReport): OwnSet | null =>
  report.file && report.data ? { ...report, file: report.file, data: report.data } : null;

export const chosen = $state<{ set: OwnSet | null }>({ set: null });
