// Messages in a language: the twin of the server's speech.py, whose head explains the places in the texts.
import type { Said } from './types';

export const LANGUAGES = ['en', 'fr', 'nl', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  nl: 'Nederlands',
  de: 'Deutsch',
};
export type Texts = Record<string, string>;

const PLACE = /\{(\w+)((?:\|[^{}|]*)*)\}/g;

type Load = () => Promise<{ default: Texts }>;

/** What every screen needs, and what only some do (vite.config.ts divides them). */
const loaders: Record<Language, [Load, Load]> = {
  en: [() => import('words:en'), () => import('words:en/later')],
  fr: [() => import('words:fr'), () => import('words:fr/later')],
  nl: [() => import('words:nl'), () => import('words:nl/later')],
  de: [() => import('words:de'), () => import('words:de/later')],
};

export async function loadTexts(language: Language, isWhole: boolean): Promise<Texts> {
  const [first, later] = loaders[language];
  const parts = await Promise.all([first(), ...(isWhole ? [later()] : [])]);
  return Object.assign({}, ...parts.map((part) => part.default)) as Texts;
}

/** The language a browser asks for, of those we speak. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}

export class Speech {
  private readonly plurals: Intl.PluralRules;

  constructor(
    readonly language: Language,
    private readonly texts: Texts,
    private readonly nameOf: (seat: number) => string = (seat) => String(seat + 1),
  ) {
    this.plurals = new Intl.PluralRules(language);
  }

  /** The same language with other names for the seats. */
  withNames(nameOf: (seat: number) => string): Speech {
    return new Speech(this.language, this.texts, nameOf);
  }

  /** Whether the catalogue has a text. */
  knows(key: string): boolean {
    return key in this.texts;
  }

  /** The name of whoever sits at a seat. */
  name(seat: number): string {
    return this.nameOf(seat);
  }

  say(message: Said): string {
    const text = this.texts[message.key];
    if (text === undefined) return message.key;
    return text.replace(PLACE, (_, name: string, how: string) =>
      this.fill((message.args ?? {})[name], how.split('|').slice(1)),
    );
  }

  private fill(value: unknown, how: string[]): string {
    if (Array.isArray(value)) return value.map((part) => this.fill(part, how)).join(', ');
    if (value !== null && typeof value === 'object') return this.say(value as Said);
    const [first = '', ...rest] = how;
    if (first === '') return value == null ? '' : String(value);
    if (first === 'player') return this.nameOf(Number(value));
    if (first === 'plural') return this.plural(Number(value), rest);
    const [kind = '', form] = first.split('.');
    return this.word(kind, String(value), form);
  }

  private plural(value: number, rest: string[]): string {
    const forms = new Map(rest.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
    const form = forms.get(this.plurals.select(Math.abs(value))) ?? forms.get('other') ?? '';
    return form.replaceAll('#', value.toLocaleString(this.language, { useGrouping: false }));
  }

  /** The catalogue's word for a thing of a kind, maybe in a form. */
  word(kind: string, name: string, form?: string): string {
    const key = `${kind}.${name}`;
    return (form && this.texts[`${key}#${form}`]) || this.texts[key] || name;
  }
}
