/** Checks the prose of one file against `proseTerms.js`. Strings that the specification fixes are exempt. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proseTerms } from './proseTerms.js';
import { passagesOf } from './proseText.js';

const specification = readFileSync(join(import.meta.dirname, '../../../docs/spec/specification.md'), 'utf8');

/** A term with a capital letter is a name: only that spelling is meant. */
const terms = proseTerms.map(({ pattern, use, except }) => ({
  ...{ use, except },
  pattern: new RegExp(pattern.source, /[A-Z]/.test(pattern.source) ? '' : 'i'),
}));

/** Whether the specification has this text word for word. */
const isSpecified = (/** @type {string} */ text) => {
  const bare = text.replace(/^['"`>}]+|['"`<{]+$/g, '').trim();
  return bare.length > 8 && specification.includes(bare);
};

/**
 * The phrases to rewrite: the line of each, the phrase, and its replacement.
 * @returns {{ line: number, found: string, use: string }[]}
 */
export function checkProse(/** @type {string} */ source, /** @type {string} */ path) {
  const checked = terms.filter(({ except }) => !except?.test(path));
  return passagesOf(source, path).flatMap(({ text, offset }) => {
    // A phrase may span the lines of a comment.
    const searchable = text
      .replace(/\n\s*(?:\*(?!\/)|--|\/\/|#)?\s*/g, ' ')
      .replace(/^(?:\/\*\*?|\/\/|--|#+|[-*>|]|['"`>])\s*/, '')
      .replace(/\s*(?:\*\/|['"`<])$/, '');
    const found = checked.flatMap(({ pattern, use }) => {
      const match = pattern.exec(searchable);
      if (!match) return [];
      const first = match[0].split(' ')[0] ?? match[0];
      const within = text.toLowerCase().indexOf(first.toLowerCase());
      const line = source.slice(0, offset + Math.max(within, 0)).split('\n').length;
      return [{ line, found: match[0].slice(0, 60), use }];
    });
    // Last: it searches the whole specification.
    return found.length > 0 && isSpecified(text) ? [] : found;
  });
}
