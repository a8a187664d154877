/** The languages of a composition and of its documents (decision 063). */
import { type Composition, type Languages, type Release, SOURCE_LANGUAGE } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { releasePath } from '../store/keys';

/** A release, as far as its languages need it. */
export type Translated = Pick<Release, 'version'> &
  Partial<Pick<Release, 'languages' | 'files'>> & { id: string };

/** The translations of releases into the languages that the environment offers. */
export function languagesOf(
  { languages = [] }: Pick<Environment, 'languages'>,
  releases: readonly Translated[],
): Pick<Composition, 'languages'> {
  const offered = [...new Set(languages)];
  const others = offered.filter((tag) => tag !== SOURCE_LANGUAGE);
  if (others.length === 0) return {};
  const translations = others.map((tag) => [tag, translationsInto(tag, releases)] as const);
  return { languages: { offered, translations: Object.fromEntries(translations) } };
}

const translationsInto = (tag: string, releases: readonly Translated[]): Languages['translations'][string] =>
  Object.fromEntries(
    releases.flatMap(({ id, version, files = {}, languages = {} }) => {
      const translation = languages[tag];
      const integrity = translation && files[translation.file]?.integrity;
      return integrity ? [[releasePath(id, version), { ...translation, integrity }] as const] : [];
    }),
  );

/** One sentence for each release that lacks a language: its text stays English. */
export const untranslated = (
  { languages = [] }: Pick<Environment, 'languages'>,
  releases: readonly Translated[],
): string[] =>
  languages
    .filter((tag) => tag !== SOURCE_LANGUAGE)
    .flatMap((tag) =>
      releases
        .filter((release) => !release.languages?.[tag])
        .map(
          ({ id }) => `${id} has no ${tag} messages: it stays English. Add src/messages.${tag}.json to it.`,
        ),
    );

const rightToLeft = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg']);

/** Tags to directions: each document asks, and the tables of languages are large. */
const directions = new Map<string, 'ltr' | 'rtl'>();

/** The direction of a language's script. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const known = directions.get(tag);
  if (known) return known;
  const direction = rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  directions.set(tag, direction);
  return direction;
}

/** The attributes of a document's root element. */
export function languageAttributes({ languages }: Pick<Composition, 'languages'>): string {
  const tag = languages?.offered[0] ?? SOURCE_LANGUAGE;
  return `lang="${tag}"${directionOf(tag) === 'rtl' ? ' dir="rtl"' : ''}`;
}

/** A title or label in the default language. */
export const inDefaultLanguage = ({ languages }: Pick<Composition, 'languages'>, text: string): string =>
  Object.values(languages?.translations[languages.offered[0] ?? ''] ?? {})
    .map(({ names }) => names[text])
    .find((name) => name !== undefined) ?? text;
