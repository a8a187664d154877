/**
 * The pseudo-locales for tests, by their tags in CLDR. `en-XA`: `Sign In` becomes `[!! Śíĝń Íń ~~~ !!]`. Text without
 * brackets does not come from a message catalog, and truncated text leaves no room for languages longer than English.
 * `ar-XB` is the same text from right to left.
 */

const accents = new Map(
  Array.from('ACEGHIJKLNORSTUWYZaceghijklnorstuwyz', (letter, index) => [
    letter,
    Array.from('ÀĆÉĜĤÍĴĶĹŃÓŔŚŤÚŴÝŹàćéĝĥíĵķĺńóŕśťúŵýź')[index],
  ]),
);

const accentText = (text) => Array.from(text, (letter) => accents.get(letter) ?? letter).join('');

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

/** A message whose texts are changed by `change`; arguments stay. */
function mapText(node, change) {
  if (isText(node)) return change(node);
  if (!hasOptions(node)) return node;
  const options = Object.entries(node[2]).map(([name, option]) => [
    name,
    nodesOf(option).map((each) => mapText(each, change)),
  ]);
  return [node[0], node[1], Object.fromEntries(options)];
}

const joined = (nodes) => (nodes.every(isText) ? nodes.join('') : nodes);

/** Turns a compiled message into one that is accented, longer and between brackets. */
function accented(message) {
  const nodes = nodesOf(message);
  const filler = ' ~~~'.repeat(Math.ceil((totalLength(nodes) * LONGER) / 4));
  return joined(['[!! ', ...nodes.map((node) => mapText(node, accentText)), `${filler} !!]`]);
}

/** The marks of Unicode that write a text from right to left, and that make the message a right-to-left one. */
const [MARK, OVERRIDE, END] = ['\u200f', '\u202e', '\u202c'];

const mirrored = (message) =>
  joined([MARK, ...nodesOf(message).map((node) => mapText(node, (text) => OVERRIDE + text + END)), MARK]);

/** Pseudo-locales, each with what it does to a compiled message. */
export const pseudoLocales = { 'en-XA': accented, 'ar-XB': mirrored };
