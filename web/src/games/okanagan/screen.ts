// The parts of Okanagan's screen, loaded when they are needed.
import { erased } from '../kit';
import Board from './Board.svelte';
import Dock from './Dock.svelte';
import Flying from './Flying.svelte';
import Hand from './Hand.svelte';
import { OkanaganPlay } from './play.svelte';
import Secrets from './Secrets.svelte';

export default erased({ start: (session) => new OkanaganPlay(session), Board, Dock, Flying, Secrets, Hand });
