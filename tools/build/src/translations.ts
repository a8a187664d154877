/**
 * The languages of a build beside English: each catalog `messages.ts` may have translations `messages.<tag>.json` beside it
 * (docs/languages.md). `SLIPWAY_LANGUAGES` adds the pseudo-locales, for tests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import compile from 'icu-minify/compile';
import { AppError } from '@slipway/contracts';
import { compileText, isCatalogFile, messagesOf } from './compileMessages.mjs';
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

/**
 * The catalogs in a folder of sources. `messages.ts` is the first and has the id `<id>`; `features/share/messages.ts`
 * has `<id>/features/share`, so that equal keys of two catalogs do not conflict.
 */
function catalogsIn(source: string, id: string): Catalogs {
  const own = join(source, 'messages.ts');
  const others = (existsSync(source) ? readdirSync(source, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && entry.name === 'messages.ts' && entry.parentPath !== source)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isCatalogFile(file, readFileSync(file, 'utf8')))
    .sort();
  const idOf = (file: string) => [id, ...relative(source, dirname(file)).split(sep)].join('/');
  return Object.fromEntries([[own, id], ...others.map((file) => [file, idOf(file)])]) as Catalogs;
}

/** The catalogs of a slice. */
export const sliceCatalogs = (id: string, directory: string): Catalogs =>
  catalogsIn(join(directory, 'src'), id);

/** The shell's own catalogs, and those of the libraries that it contains. */
export function shellCatalogs(id: string, directory: string): Catalogs {
  const { resolve } = createRequire(join(directory, 'package.json'));
  const library = (name: string) => catalogsIn(dirname(resolve(`@slipway/${name}`)), name);
  return { ...sliceCatalogs(id, directory), ...library('platform'), ...library('design-system') };
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
 * @throws `invalid_input`, naming the file, for what is no translation, invalid ICU text, and a key, an argument or a name
 * that English does not have
 */
export function readTranslation(tag: string, catalogs: Catalogs, names: readonly string[]): Translation {
  const pseudo = pseudoLocales[tag];
  const own = Object.keys(catalogs)[0] ?? '';
  if (pseudo) {
    const inPseudo = ([file, id]: [string, string]) => {
      const messages = Object.entries(englishIn(file));
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
    const title = relative(process.cwd(), path);
    const translation = readFile(path, title);
    for (const name of Object.keys(translation.names ?? {})) {
      if (file !== own) throw invalid(title, `names: move them to src/messages.${tag}.json`);
      if (!names.includes(name))
        throw invalid(title, `names: the manifest has no text ${JSON.stringify(name)}`);
    }
    const { messages = {} } = translation;
    return [id, translation.names ?? {}, compileAll(title, messages, englishIn(file))] as const;
  });
  return {
    messages: Object.fromEntries(read.map(([id, , messages]) => [id, messages])),
    names: Object.fromEntries(read.flatMap(([, own]) => Object.entries(own))),
  };
}

function readFile(path: string, title: string): TranslationFile {
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalid(title, cause instanceof Error ? cause.message : 'is not JSON', cause);
  }
  if (!isRecord(file)) throw invalid(title, 'must be an object with messages, names or both');
  for (const [field, texts] of Object.entries(file)) {
    if (field !== 'messages' && field !== 'names')
      throw invalid(title, `${field}: is not a known field; translations belong in messages`);
    if (!isRecord(texts)) throw invalid(title, `${field}: must be an object of texts`);
    const [key] = Object.entries(texts).find(([, text]) => typeof text !== 'string') ?? [];
    if (key !== undefined) throw invalid(title, `${field}.${key}: must be a text`);
  }
  return file;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A slice whose parts have all of its text has no `src/messages.ts`. */
function englishIn(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  try {
    return messagesOf(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw invalid(
      relative(process.cwd(), file),
      cause instanceof Error ? cause.message : 'is not TypeScript',
      cause,
    );
  }
}

const invalid = (title: string, what: string, cause?: unknown) =>
  new AppError('invalid_input', `${title}: ${what}`, { cause });

function compileTranslation(title: string, key: string, text: string): CompiledMessage {
  try {
    return compileText(`messages.${key}`, text);
  } catch (cause) {
    throw invalid(title, cause instanceof Error ? cause.message : 'invalid ICU text', cause);
  }
}

function compileAll(title: string, messages: Record<string, string>, english: Record<string, string>) {
  const compiled = Object.entries(messages).map(([key, text]) => {
    const source = english[key];
    if (source === undefined)
      throw invalid(title, `messages.${key}: English has no such message; remove it or correct its key`);
    const message = compileTranslation(title, key, text);
    const allowed = argumentsOf(compile(source));
    const extra = argumentsOf(message).find((name) => !allowed.includes(name));
    if (extra !== undefined) throw invalid(title, `messages.${key}: English has no argument {${extra}}`);
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
