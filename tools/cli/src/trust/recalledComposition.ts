/**
 * Parses a composition and validates only the slices in it that this machine has not validated before: a deploy changes few
 * of them. A slice is remembered by the hash of its text, and only when the schema leaves it as it is (decision 084).
 */
import { type Composition, parseComposition } from '@slipway/contracts';
import { compositionIn } from '../composition/read';
import { jsonIn, type ParsedOnce } from '../store/parsedOnce';
import { sha256 } from './keys';
import type { Memory } from './memory';
import { recalledJson } from './recalledJson';

const KIND = 'composed slice';

function parseNewSlices(memory: Memory, json: unknown, file: string): Composition {
  const { slices } = (json ?? {}) as { slices?: unknown };
  if (typeof slices !== 'object' || slices === null) return parseComposition(json, file); // throws with the reason
  const all = Object.entries(slices).map(([id, slice]) => {
    const text = JSON.stringify(slice);
    const hash = sha256(text);
    return { id, slice: slice as unknown, text, hash, isKnown: memory.recall(KIND, id, hash) !== undefined };
  });
  const unknown = all.filter(({ isKnown }) => !isKnown);
  const toParse = Object.fromEntries(unknown.map(({ id, slice }) => [id, slice]));
  const parsed = parseComposition({ ...(json as object), slices: toParse }, file);
  const isAsParsed = ({ id, text }: (typeof all)[number]) =>
    Object.hasOwn(parsed.slices, id) && JSON.stringify(parsed.slices[id]) === text;
  const valid = unknown.filter(isAsParsed);
  for (const { id, hash } of valid) memory.remember('valid', KIND, id, hash);
  if (valid.length === unknown.length) return { ...parsed, slices: slices as Composition['slices'] };
  const entries = all.flatMap(({ id, slice, isKnown }) => {
    if (isKnown) return [[id, slice] as const];
    return Object.hasOwn(parsed.slices, id) ? [[id, parsed.slices[id]] as const] : [];
  });
  return { ...parsed, slices: Object.fromEntries(entries) as Composition['slices'] };
}

/** @throws `invalid_input` */
export function recalledComposition(memory: Memory, bytes: Uint8Array, file: string): Composition {
  const parse = (given: Uint8Array, name: string) => {
    if (compositionIn.isKnown(given)) return compositionIn(given, name);
    const composition = parseNewSlices(memory, jsonIn(given), name);
    compositionIn.keep(given, composition);
    return composition;
  };
  const { isKnown, keep } = compositionIn;
  const parsedOnce: ParsedOnce<Composition> = Object.assign(parse, { isKnown, keep });
  return recalledJson(memory, 'composition', parsedOnce, bytes, file);
}
