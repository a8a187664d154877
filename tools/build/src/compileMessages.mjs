/**
 * Compiles a message catalog at build time: every string value of a property is ICU text, and becomes the compact form that
 * `icu-minify/format` takes. Text without arguments stays a string. Options of a constructor, such as those of a date
 * format, are not compiled. Catalogs are `src/messages.ts`, and `messages.ts` of folders below it. Used by the build's
 * loader, by `tools/vite`, and by `vitest.shared.ts` for unit tests.
 */
import { basename, join, sep } from 'node:path';
import compile from 'icu-minify/compile';
import { replaced, visit } from './syntax.mjs';

/** The paths of message catalogs in this workspace. */
export const messagesFile = /[\\/](?:apps|libs|fixtures)[\\/][^\\/]+[\\/]src[\\/](?:.+[\\/])?messages\.ts$/;

/** Tells whether a path is that of a catalog of the slice in `directory`, which may be outside of this workspace. */
export const isMessagesFileOf = (directory) => (path) =>
  path.startsWith(join(directory, 'src') + sep) && basename(path) === 'messages.ts';

/** In a folder below `src`, another module may have the name of a catalog: it has neither form of `catalogIn`. */
export const isCatalogFile = (path, source) =>
  /[\\/]src[\\/]messages\.ts$/.test(path) ||
  source.includes('defineMessages(') ||
  /^export const messages = \{[^]*\} as const;$/m.test(source);

/** The catalog in `defineMessages({ … })`, or in `messages = { … } as const` of a library without it. */
function catalogIn(node) {
  if (node.type === 'CallExpression' && node.callee.name === 'defineMessages') return node.arguments[0];
  return node.type === 'VariableDeclarator' &&
    node.id.name === 'messages' &&
    node.init?.type === 'TSAsExpression'
    ? node.init.expression
    : undefined;
}

/** The text of a string, or of a template without expressions. */
function textOf({ type, value, quasis, expressions }) {
  if (type === 'TemplateLiteral' && expressions.length === 0) return quasis[0].value.cooked;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** The compiled form of an ICU text. @throws `SyntaxError` that names the message, the position and the fault */
export function compileText(key, text) {
  try {
    return compile(text);
  } catch (cause) {
    const fault = cause.message.toLowerCase().replaceAll('_', ' ');
    const position = cause.location ? ` at character ${cause.location.start.offset + 1}` : '';
    throw new SyntaxError(`${key}: invalid ICU text${position}, ${fault}: ${text}`, { cause });
  }
}

/** The properties of a file that have a text, its catalogs, and its syntax error with line and column. */
function readCatalogs(source) {
  const messages = [];
  const catalogs = [];
  const error = visit(source, (node) => {
    if (node.type === 'NewExpression') return false;
    const catalog = catalogIn(node);
    if (catalog?.type === 'ObjectExpression') catalogs.push(catalog);
    if (node.type !== 'Property' || textOf(node.value) === undefined) return;
    messages.push({ node, key: node.key.name ?? node.key.value, text: textOf(node.value) });
  });
  return { messages, catalogs, error };
}

/** The ICU texts of a catalog by key. @throws `SyntaxError` with line and column */
export function messagesOf(source) {
  const { messages, catalogs, error } = readCatalogs(source);
  if (error !== undefined) throw new SyntaxError(error);
  const properties = new Set(catalogs.flatMap((catalog) => catalog.properties));
  return Object.fromEntries(
    messages.filter(({ node }) => properties.has(node)).map(({ key, text }) => [key, text]),
  );
}

/**
 * The form of a catalog in a build with other languages: it takes the translation that the page has, or will load.
 * `libs/platform/src/languages/translate.ts` is the other side.
 */
const translatable = (id) => [
  `((texts, catalog) => (texts.catalogs.push([${JSON.stringify(id)}, catalog]), Object.assign(catalog, texts.translations[${JSON.stringify(id)}])))(window.slipwayTexts ??= { catalogs: [], translations: {} }, `,
  ')',
];

/** The compiled source of a file with the name of a catalog. `id` is as that of `compileMessages`. */
export const compileCatalog = (path, source, id) =>
  isCatalogFile(path, source) ? compileMessages(source, id) : source;

/**
 * The compiled source of a catalog; with `id`, in a form that can be translated in the page. A source with a syntax error
 * stays as it is: the compiler of the build reports it with its lines. @throws on invalid ICU text
 */
export function compileMessages(source, id) {
  const { messages, catalogs, error } = readCatalogs(source);
  if (error !== undefined) return source;
  const texts = messages.map(({ node, key, text }) => [
    node.value.start,
    node.value.end,
    JSON.stringify(compileText(key, text)),
  ]);
  if (id === undefined) return replaced(source, texts);
  const [before, after] = translatable(id);
  const around = catalogs.flatMap(({ start, end }) => [
    [start, start, before],
    [end, end, after],
  ]);
  return replaced(source, [...texts, ...around]);
}
