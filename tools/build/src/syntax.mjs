/** Reads JavaScript and TypeScript. Oxc, because TypeScript's own parser is 9 MB of JavaScript, which takes a build 0.3 s to load. */
import { parseSync, visitorKeys } from 'oxc-parser';

/** The parts of a node, in the order of the source. */
export const partsOf = (node) =>
  (visitorKeys[node.type] ?? []).flatMap((key) => node[key] ?? []).filter((part) => part !== null);

/**
 * Calls `enter` with the nodes of `source` from the outside in; not with the parts of one for which it returns false. A source
 * with a syntax error has no nodes: returns its line, column and message. `name` decides whether it is TypeScript or JSX.
 */
export function visit(source, enter, name = 'source.ts') {
  const { program, errors } = parseSync(name, source);
  const walk = (node) => {
    if (enter(node) !== false) partsOf(node).forEach(walk);
  };
  walk(program);
  const [error] = errors;
  if (!error) return undefined;
  // Editors do not count a byte order mark.
  const before = source
    .slice(0, error.labels[0]?.start ?? 0)
    .replace(/^\uFEFF/, '')
    .split('\n');
  return `${before.length}:${before.at(-1).length + 1}: ${error.message}`;
}

/** `source` with each `[start, end, text]` in its place. */
export const replaced = (source, changes) =>
  changes
    .toSorted(([a], [b]) => b - a)
    .reduce((all, [start, end, text]) => all.slice(0, start) + text + all.slice(end), source);
