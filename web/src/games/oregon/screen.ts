// The parts of Oregon's screen, loaded when they are needed.
import { erased } from '../kit';
import Board from './Board.svelte';
import Dock from './Dock.svelte';
import Flying from './Flying.svelte';
import Hand from './Hand.svelte';
import { OregonPlay } from './play.svelte';
import Secrets from './Secrets.svelte';

export default erased({ start: (session) => new OregonPlay(session), Board, Dock, Flying, Secrets, Hand });
