// What the whole page knows: language, looks, who we are, and where we are.
import { api, Refused } from './api';
import { preparation } from './preparation.svelte';
import { LANGUAGES, loadTexts, preferredLanguage, Speech, type Language } from './speech';
import { SPEEDS, type Speed } from '../table/beats';
import { COACH_MODES, type CoachMode } from '../table/coach';
import type { Catalogue, Said } from './types';

const SPOKEN_LINES = 40;

export type Theme = 'system' | 'light' | 'dark';

function kept<T extends string>(name: string, allowed: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(`overland.${name}`);
  return allowed.find((known) => known === value) ?? otherwise;
}

class App {
  speech = $state.raw<Speech>(new Speech('en', {}));
  language = $state<Language>(kept('language', LANGUAGES, preferredLanguage(navigator.languages)));
  theme = $state<Theme>(kept('theme', ['system', 'light', 'dark'] as const, 'system'));
  motion = $state<'full' | 'less'>(kept('motion', ['full', 'less'] as const, 'full'));
  sound = $state<'on' | 'off'>(kept('sound', ['on', 'off'] as const, 'off'));
  volume = $state(Number(localStorage.getItem('overland.volume') ?? 0.7));
  speed = $state<Speed>(kept('speed', SPEEDS, 'normal'));
  coach = $state<CoachMode>(kept('coach', COACH_MODES, 'off'));
  catalogue = $state.raw<Catalogue | null>(null); // games, levels and defaults, as the server has them
  isReady = $state(false);
  isFull = $state(false); // a screen that takes the whole page is shown
  private isWhole = false; // all texts are loaded, also those that only some screens need
  path = $state(location.pathname);
  query = $state(location.search);
  name = $state<string | null>(null);
  notice = $state<{ text: string; kind: 'error' | 'info' } | null>(null);
  spoken = $state.raw<{ key: number; text: string }[]>([]); // what the live region has said, the last lines of it
  private said = 0;
  isOnline = $state(navigator.onLine);
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  async start(): Promise<void> {
    addEventListener('popstate', () => this.moved());
    addEventListener('online', () => (this.isOnline = true));
    addEventListener('offline', () => (this.isOnline = false));
    this.dress();
    await this.setLanguage(this.language);
    this.isReady = true;
    try {
      this.name = (await api.me()).name ?? null;
    } catch {
      // the page works without a name; whatever is wrong will be said when something is asked for
    }
  }

  /** Load the texts that only some screens need. */
  async loadAllTexts(): Promise<void> {
    if (this.isWhole) return;
    this.speech = new Speech(this.language, await loadTexts(this.language, true));
    this.isWhole = true;
  }

  async setLanguage(language: Language): Promise<void> {
    this.speech = new Speech(language, await loadTexts(language, this.isWhole));
    this.language = language;
    localStorage.setItem('overland.language', language);
    document.documentElement.lang = language;
  }

  keep(name: 'theme' | 'motion' | 'sound' | 'volume' | 'speed' | 'coach', value: string): void {
    localStorage.setItem(`overland.${name}`, value);
    this.dress();
  }

  private dress(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.motion = this.motion;
  }

  get isCalm(): boolean {
    return this.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  say(key: string, args: Record<string, unknown> = {}): string {
    return this.speech.say({ key, args });
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.moved();
    scrollTo(0, 0);
  }

  /** The address of what is shown by now; nothing to go back to. */
  settle(path: string): void {
    history.replaceState(null, '', path);
    this.moved();
  }

  private moved(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  tell(text: string, kind: 'error' | 'info' = 'info'): void {
    this.notice = { text, kind };
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = null), 6000);
  }

  tellSaid(said: Said): void {
    this.tell(this.speech.say(said), 'error');
  }

  /** Say something to those who listen; nothing said before is replaced. */
  announce(text: string): void {
    if (text) this.spoken = [...this.spoken, { key: this.said++, text }].slice(-SPOKEN_LINES);
  }

  /** Copy a link, and say so; where that is not allowed, show it. */
  async copy(link: string, said: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.tell(said);
    } catch {
      this.tell(link);
    }
  }

  /** What the server offers; asked for once. */
  async offers(): Promise<Catalogue | null> {
    this.catalogue ??= await this.attempt(() => api.games());
    return this.catalogue;
  }

  /** Do something that may be refused; then say why. */
  async attempt<T>(what: () => Promise<T>): Promise<T | null> {
    try {
      return await what();
    } catch (error) {
      const said = error instanceof Refused ? error.said : { key: 'error.internal' };
      if (said.key === 'error.preparing') preparation.again();
      this.tellSaid(said);
      return null;
    }
  }

  /** Whoever wants to do something is somebody: a friendly name is given to those who have none. */
  async beSomebody(): Promise<boolean> {
    if (this.name !== null) return true;
    const me = await this.attempt(() => api.introduce());
    this.name = me?.name ?? null;
    return me !== null;
  }
}

export const app = new App();
