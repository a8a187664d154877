/**
 * Parses JSON that was validated before without validating it again. Only documents that a schema leaves as they are, but
 * for the order of their fields, are remembered: with that order, later code sees the same value.
 */
import { jsonIn, type ParsedOnce } from '../store/parsedOnce';
import { sha256Once } from './keys';
import type { Memory } from './memory';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `result` in their order, or undefined when the schema has changed one. */
function orderOf(result: Fields, json: Fields): string | undefined {
  const names = Object.keys(result);
  const isSame =
    names.length === Object.keys(json).length &&
    names.every(
      (name) => result[name] === json[name] || JSON.stringify(result[name]) === JSON.stringify(json[name]),
    );
  return isSame ? names.join() : undefined;
}

/** `what` names the schema. @throws what `parse` throws */
export function recalledJson<Result extends object>(
  memory: Memory,
  what: string,
  parse: ParsedOnce<Result>,
  bytes: Uint8Array,
  file: string,
): Result {
  if (parse.isKnown(bytes)) return parse(bytes, file);
  const inputs = ['json', what, sha256Once(bytes)];
  const order = memory.recall(...inputs);
  if (order !== undefined) {
    const json = jsonIn(bytes) as Fields;
    const isOrdered = Object.keys(json).join() === order;
    const result = isOrdered ? json : Object.fromEntries(order.split(',').map((name) => [name, json[name]]));
    parse.keep(bytes, result as Result);
    return result as Result;
  }
  const result = parse(bytes, file);
  const found = orderOf(result as Fields, jsonIn(bytes) as Fields);
  if (found !== undefined) memory.remember(found, ...inputs);
  return result;
}
