/**
 * Compiles a message catalog at build time: every string value of a property is ICU text, and becomes the compact form that
 * `icu-minify/format` takes. Text without arguments stays a string. Options of a constructor, such as those of a date
 * format, are not compiled. Catalogs are `src/messages.ts`, and `messages.ts` of folders below it. Used by the build's
 * loader, by `tools/vite`, and by `vitest.shared.ts` for unit tests.
 */
import { basename, join, sep } from 'node:path';
import compile from 'icu-minify/compile';
import { ts } from './typescript.mjs';

/** The paths of message catalogs in this workspace. */
export const messagesFile = /[\\/](?:apps|libs|fixtures)[\\/][^\\/]+[\\/]src[\\/](?:.+[\\/])?messages\.ts$/;

/** Tells whether a path is that of a catalog of the slice in `directory`, which may be outside of this workspace. */
export const isMessagesFileOf = (directory) => (path) =>
  path.startsWith(join(directory, 'src') + sep) && basename(path) === 'messages.ts';

/** In a folder below `src`, another module may have the name of a catalog. It does not call `defineMessages`. */
export const isCatalogFile = (path, source) =>
  /[\\/]src[\\/]messages\.ts$/.test(path) || source.includes('defineMessages(');

/** `defineMessages({ … })`, or `messages = { … }` in a library without it: the first object of either. */
const isCatalog = (node) =>
  ts.isObjectLiteralExpression(node) &&
  ((ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'defineMessages') ||
    (ts.isAsExpression(node.parent) &&
      ts.isVariableDeclaration(node.parent.parent) &&
      node.parent.parent.name.getText() === 'messages'));

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

/** Calls `onMessage` with each ICU text and `onCatalog` with each catalog. */
function visitMessages(source, onMessage, onCatalog = () => undefined) {
  const file = ts.createSourceFile('messages.ts', source, ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) onMessage(node, file);
    if (isCatalog(node)) onCatalog(node, file);
    if (!ts.isNewExpression(node)) ts.forEachChild(node, visit);
  };
  visit(file);
}

/** The ICU texts of a catalog by key. */
export function messagesOf(source) {
  const messages = {};
  visitMessages(source, (node) => {
    if (isCatalog(node.parent)) messages[node.name.text] = node.initializer.text;
  });
  return messages;
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

/** The compiled source of a catalog; with `id`, in a form that can be translated in the page. @throws on invalid ICU text */
export function compileMessages(source, id) {
  const changes = [];
  visitMessages(
    source,
    ({ name, initializer }, file) => {
      changes.push([
        initializer.getStart(file),
        initializer.getEnd(),
        JSON.stringify(compileText(name.getText(file), initializer.text)),
      ]);
    },
    (catalog, file) => {
      if (id === undefined) return;
      const [before, after] = translatable(id);
      changes.push([catalog.getStart(file), catalog.getStart(file), before]);
      changes.push([catalog.getEnd(), catalog.getEnd(), after]);
    },
  );
  return changes
    .sort(([a], [b]) => b - a)
    .reduce((text, [from, to, compiled]) => text.slice(0, from) + compiled + text.slice(to), source);
}
