// The connection to a table: comes back by itself, with growing pauses and some jitter, and notices silence.
import type { ClientMessage, ServerMessage } from './types';

export type LinkState = 'connecting' | 'open' | 'lost' | 'gone';

export type LinkEvents = {
  opened: () => ClientMessage[]; // what to say first
  message: (message: ServerMessage) => void;
  state: (state: LinkState) => void;
};

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 6_000;
const TRY_AGAIN = 1013;
const PATIENT = 3; // attempts that the first one after that counts for
const NOT_FOUND = 4404;

/** How long to wait before the next attempt: twice as long each time, somewhere in the upper half of it. */
export function pauseBefore(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return longest / 2 + (random() * longest) / 2;
}

export class Link {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private ponged = true;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly events: LinkEvents,
  ) {}

  open(): void {
    this.closed = false;
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.look);
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.look);
    this.socket?.close();
    this.socket = null;
  }

  /** Send something; false if there is no connection, and then nothing happens. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    this.events.state(this.attempt ? 'lost' : 'connecting');
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.attempt = 0;
      this.ponged = true;
      this.events.state('open');
      for (const message of this.events.opened()) this.send(message);
      this.pinger = setInterval(() => this.ping(), PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.ponged = true;
      this.events.message(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      clearInterval(this.pinger);
      if (event.code === NOT_FOUND) {
        this.events.state('gone');
        return;
      }
      if (event.code === TRY_AGAIN) this.attempt = Math.max(this.attempt, PATIENT);
      this.retry();
    };
  }

  private retry(): void {
    this.events.state('lost');
    this.timer = setTimeout(() => this.connect(), pauseBefore(this.attempt));
    this.attempt += 1;
  }

  private ping(within = PONG_WITHIN): void {
    this.ponged = false;
    const socket = this.socket;
    this.send({ type: 'ping' });
    setTimeout(() => {
      if (!this.ponged && this.socket === socket && !this.closed) this.restart();
    }, within);
  }

  private restart(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.attempt = Math.max(1, this.attempt);
    this.connect();
  }

  private readonly hurry = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(2000);
    else this.restart();
  };

  private readonly look = (): void => {
    if (document.visibilityState === 'visible') this.hurry();
  };
}
