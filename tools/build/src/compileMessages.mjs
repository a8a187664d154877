/**
 * Compiles a catalogue of words (`src/messages.ts`) while it is built: every string that is a property's value is ICU
 * text and becomes what `icu-minify/format` takes. Words without an argument stay as they are, and so do the options
 * that a constructor is given, such as a date format's.
 * Used by the build's loader and, for the unit tests, by `vitest.shared.ts`.
 */
import compile from 'icu-minify/compile';
import ts from 'typescript';
import { pseudo } from './pseudo.mjs';

/** Where words live. */
export const messagesFile = /[\\/](?:apps|libs|fixtures)[\\/][^\\/]+[\\/]src[\\/]messages\.ts$/;

/** The source of a catalogue, compiled; in the pseudo-locale when `locale` is `pseudo`. @throws on ICU text that is none */
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
