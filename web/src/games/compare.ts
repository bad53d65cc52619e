// Two choices in one position: what was played and what was better.
import type { Choice } from '../lib/types';

export type Role = 'played' | 'better';
export type Compared = { role: Role; choice: Choice; seat: number };
