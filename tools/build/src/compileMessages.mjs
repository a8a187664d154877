/**
 * Compiles a message catalog (`src/messages.ts`) at build time: every string value of a property is ICU text, and becomes
 * the compact form that `icu-minify/format` takes. Text without arguments stays a string. Options of a constructor, such
 * as those of a date format, are not compiled. Used by the build's loader, and by `vitest.shared.ts` for unit tests.
 */
import compile from 'icu-minify/compile';
import ts from 'typescript';
import { pseudo } from './pseudo.mjs';

/** The paths of message catalogs. */
export const messagesFile =
  /[\\/](?:apps|libs|fixtures)[\\/][^\\/]+[\\/]src[\\/](?:overrides[\\/])?messages\.ts$/;

/** The compiled source of a catalog; with `locale` `pseudo`, in the pseudo-locale. @throws on invalid ICU text */
export function compileMessages(source, locale = 'en') {
  const file = ts.createSourceFile('messages.ts', source, ts.ScriptTarget.Latest, true);
  const changes = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      const { initializer } = node;
      const message = compile(initializer.text);
      changes.push({
        from: initializer.getStart(file),
        to: initializer.getEnd(),
        text: JSON.stringify(locale === 'pseudo' ? pseudo(message) : message),
      });
    }
    if (!ts.isNewExpression(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return changes
    .reverse()
    .reduce((text, { from, to, text: compiled }) => text.slice(0, from) + compiled + text.slice(to), source);
}
