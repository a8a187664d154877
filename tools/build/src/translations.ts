/**
 * The languages of a build beside English: each catalog `src/messages.ts` may have translations `src/messages.<tag>.json`
 * (docs/languages.md). `SLIPWAY_LANGUAGES` adds the pseudo-locales, for tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import { AppError } from '@slipway/contracts';
import { messagesOf } from './compileMessages.mjs';
import { type CompiledMessage, pseudoLocales } from './pseudo.mjs';

/** The path of a catalog to its id. */
export type Catalogs = Readonly<Record<string, string>>;

/** A language of a build: messages by catalog, and the translated names of the manifest. */
export interface Translation {
  messages: Record<string, Record<string, CompiledMessage>>;
  names: Record<string, string>;
}

interface TranslationFile {
  messages?: Record<string, string>;
  names?: Record<string, string>;
}

const pseudoTags = () =>
  (process.env.SLIPWAY_LANGUAGES ?? '').split(',').filter((tag) => tag in pseudoLocales);

/** Whether the build is for tests of the pseudo-locales: it has a separate folder, so that no deploy takes it by mistake. */
export const isPseudoBuild = () => pseudoTags().length > 0;

const catalogIn = (directory: string) => join(directory, 'src/messages.ts');

/** The only catalog of a slice. */
export const sliceCatalogs = (id: string, directory: string): Catalogs => ({ [catalogIn(directory)]: id });

/** The shell's own catalog, and those of the libraries that it contains. */
export function shellCatalogs(id: string, directory: string): Catalogs {
  const { resolve } = createRequire(join(directory, 'package.json'));
  const library = (name: string) => dirname(resolve(name));
  const platform = library('@slipway/platform');
  return {
    [catalogIn(directory)]: id,
    [join(platform, 'messages.ts')]: 'platform',
    [join(platform, 'overrides/messages.ts')]: 'platform/overrides',
    [join(platform, 'languages/messages.ts')]: 'platform/languages',
    [join(library('@slipway/design-system'), 'messages.ts')]: 'design-system',
  };
}

const translationName = /^messages\.([A-Za-z-]+)\.json$/;

/** The languages of a build: those in which any of its catalogs has a translation. */
export function languagesOf(catalogs: Catalogs): string[] {
  const found = Object.keys(catalogs).flatMap((file) =>
    filesBeside(file).flatMap((name) => translationName.exec(name)?.[1] ?? []),
  );
  return [...new Set([...found, ...pseudoTags()])].sort();
}

function filesBeside(file: string): string[] {
  try {
    return readdirSync(dirname(file));
  } catch {
    return []; // a slice without text has no catalog
  }
}

/**
 * The translation of a build into `tag`. `names` are the titles and labels of its manifest.
 * @throws `invalid_input` for a key, an argument or a name that English does not have
 */
export function readTranslation(tag: string, catalogs: Catalogs, names: readonly string[]): Translation {
  const pseudo = pseudoLocales[tag];
  const own = Object.keys(catalogs)[0] ?? '';
  if (pseudo) {
    const inPseudo = ([file, id]: [string, string]) => {
      const messages = Object.entries(messagesOf(readFileSync(file, 'utf8')));
      return [id, Object.fromEntries(messages.map(([key, text]) => [key, pseudo(compile(text))]))] as const;
    };
    return {
      messages: Object.fromEntries(Object.entries(catalogs).map(inPseudo)),
      names: Object.fromEntries(names.map((name) => [name, String(pseudo(name))])),
    };
  }
  const files = Object.entries(catalogs).flatMap(([file, id]) => {
    const name = `messages.${tag}.json`;
    return filesBeside(file).includes(name) ? [{ id, file, path: join(dirname(file), name) }] : [];
  });
  const read = files.map(({ id, file, path }) => {
    const translation = JSON.parse(readFileSync(path, 'utf8')) as TranslationFile;
    const english = messagesOf(readFileSync(file, 'utf8'));
    const known = file === own ? names : [];
    for (const name of Object.keys(translation.names ?? {}))
      if (!known.includes(name))
        throw unknown(path, `names: the manifest has no text ${JSON.stringify(name)}`);
    const { messages = {} } = translation;
    return [id, translation.names ?? {}, compileAll(path, messages, english)] as const;
  });
  return {
    messages: Object.fromEntries(read.map(([id, , messages]) => [id, messages])),
    names: Object.fromEntries(read.flatMap(([, own]) => Object.entries(own))),
  };
}

const unknown = (path: string, what: string) =>
  new AppError('invalid_input', `${join(basename(dirname(dirname(path))), basename(path))}: ${what}`);

function compileAll(path: string, messages: Record<string, string>, english: Record<string, string>) {
  const compiled = Object.entries(messages).map(([key, text]) => {
    const source = english[key];
    if (source === undefined)
      throw unknown(path, `messages.${key}: English has no such message; remove it or correct its key`);
    const message = compile(text);
    const allowed = argumentsOf(compile(source));
    const extra = argumentsOf(message).find((name) => !allowed.includes(name));
    if (extra !== undefined) throw unknown(path, `messages.${key}: English has no argument {${extra}}`);
    return [key, message] as const;
  });
  return Object.fromEntries(compiled);
}

/** The arguments of a compiled message: `["count", 2, { "one": … }]` is one with options, which are messages. */
function argumentsOf(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((node: unknown): string[] => {
    if (!Array.isArray(node)) return [];
    const [name, , options] = node as [unknown, unknown, unknown];
    const inside = typeof options === 'object' && options !== null ? Object.values(options) : [];
    return [...(typeof name === 'string' ? [name] : []), ...inside.flatMap(argumentsOf)];
  });
}
