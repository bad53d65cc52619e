// The games there are. Nothing outside this folder asks which game it has before it.
import type { GameKit } from './kit';
import { okanagan } from './okanagan/kit';
import { oregon } from './oregon/kit';

export const GAMES: Record<string, GameKit> = { oregon, okanagan };

export function kitOf(name: string): GameKit {
  return GAMES[name] ?? oregon;
}
