/**
 * The pseudo-locale for tests: `Sign In` becomes `[!! Śíĝń Íń ~~~ !!]`. Text without brackets does not come from a message
 * catalog, and truncated text leaves no room for languages longer than English.
 */

const accented = new Map(
  Array.from('ACEGHIJKLNORSTUWYZaceghijklnorstuwyz', (letter, index) => [
    letter,
    Array.from('ÀĆÉĜĤÍĴĶĹŃÓŔŚŤÚŴÝŹàćéĝĥíĵķĺńóŕśťúŵýź')[index],
  ]),
);

const accentText = (text) => Array.from(text, (letter) => accented.get(letter) ?? letter).join('');

/** Adds a third of the length, as short words: one long word could not wrap. */
const LONGER = 1 / 3;

const isText = (node) => typeof node === 'string';

/** `[argument, 1 | 2 | 3, options]`: a select or a plural, whose options are messages. */
const hasOptions = (node) => Array.isArray(node) && [1, 2, 3].includes(node[1]);
const nodesOf = (message) => (Array.isArray(message) ? message : [message]);

function lengthOf(node) {
  if (isText(node)) return node.length;
  if (!hasOptions(node)) return 0;
  return Math.max(...Object.values(node[2]).map((option) => totalLength(nodesOf(option))));
}
const totalLength = (nodes) => nodes.reduce((sum, node) => sum + lengthOf(node), 0);

function accent(node) {
  if (isText(node)) return accentText(node);
  if (!hasOptions(node)) return node;
  const options = Object.entries(node[2]).map(([name, option]) => [name, nodesOf(option).map(accent)]);
  return [node[0], node[1], Object.fromEntries(options)];
}

/** Turns a compiled message into one that is accented, longer and between brackets. */
export function pseudo(message) {
  const nodes = nodesOf(message);
  const filler = ' ~~~'.repeat(Math.ceil((totalLength(nodes) * LONGER) / 4));
  const full = ['[!! ', ...nodes.map(accent), `${filler} !!]`];
  return full.every(isText) ? full.join('') : full;
}
