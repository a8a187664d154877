/** Reads JavaScript and TypeScript. Oxc, because TypeScript's own parser is 9 MB of JavaScript, which takes a build 0.3 s to load. */
import { parseSync, visitorKeys } from 'oxc-parser';

/** The parts of a node, in the order of the source. */
export const partsOf = (node) =>
  (visitorKeys[node.type] ?? []).flatMap((key) => node[key] ?? []).filter((part) => part !== null);

/** Calls `enter` with the nodes of `source` from the outside in. Not with the parts of one for which it returns false. */
export function visit(source, enter, name = 'source.ts') {
  const walk = (node) => {
    if (enter(node) !== false) partsOf(node).forEach(walk);
  };
  // A source with errors has no nodes. The compiler reports it.
  walk(parseSync(name, source).program);
}

/** `source` with each `[start, end, text]` in its place. */
export const replaced = (source, changes) =>
  changes
    .toSorted(([a], [b]) => b - a)
    .reduce((all, [start, end, text]) => all.slice(0, start) + text + all.slice(end), source);
