/** Attacks made from the content of a store: each of its objects is removed, cut, damaged, replaced, or given other values. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Store } from '../../store/store';
import type { Changes } from './metadata';

export interface GeneratedAttack {
  name: string;
  changes: Changes;
}

/** Bytes of a page that would run a script; every attack that brings its own bytes contains them. */
export const FOREIGN = '<!doctype html><script>window.foreign = true</script>';

/** Values of another type or size than a document expects. */
const oddities: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    '../../x',
    '__proto__',
    FOREIGN,
    [],
    [[5]],
    {},
    { revision: [2] },
  ],
];

/** A path to each value of a JSON document, the deepest last. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function withValue(document: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy: Record<string, unknown> = { ...(document as Record<string, unknown>) };
  copy[name] = withValue(copy[name], rest, value);
  return Array.isArray(document) ? Object.values(copy) : copy;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** One mutation of `bytes`, with what it did. `others` are objects whose bytes may replace these. */
function mutation(key: string, bytes: Buffer, others: readonly (readonly [string, Buffer])[]) {
  const at = fc.nat({ max: Math.max(0, bytes.length - 1) });
  const document = key.endsWith('.json') ? parsed(bytes) : undefined;
  const flipped = fc.tuple(at, fc.integer({ min: 1, max: 255 })).map(([index, by]) => {
    const copy = Buffer.from(bytes);
    copy[index] = (copy[index] ?? 0) ^ by;
    return [`byte ${String(index)} changed`, copy] as const;
  });
  const others_ = fc.constantFrom(...others).map(([name, copy]) => [`replaced by ${name}`, copy] as const);
  const foreign = fc.constant([
    'replaced by a page with a script',
    key.endsWith('.br')
      ? brotliCompressSync(FOREIGN)
      : key.endsWith('.gz')
        ? gzipSync(FOREIGN)
        : Buffer.from(FOREIGN),
  ] as const);
  const value = fc
    .tuple(fc.constantFrom(...pathsIn(document)), fc.constantFrom(...oddities))
    .map(([path, odd]) => {
      const text = JSON.stringify(withValue(document, path, odd));
      return [`${path.join('.') || 'the document'} is ${JSON.stringify(odd)}`, Buffer.from(text)] as const;
    });
  return fc.oneof(
    fc.constant(['removed', undefined] as const),
    at.map((length) => [`cut after ${String(length)} bytes`, bytes.subarray(0, length)] as const),
    flipped,
    others_,
    foreign,
    ...(document === undefined ? [] : [{ weight: 6, arbitrary: value }]),
  );
}

/** Temporary files, and the link of a folder store, are no objects. */
const isObject = (key: string) => /^(?:releases|environments|trust)\//.test(key) && !/\/current\//.test(key);

export async function objectsIn(store: Store): Promise<[string, Buffer][]> {
  const folders = await Promise.all(['releases', 'environments', 'trust'].map((name) => store.sizes(name)));
  const keys = folders
    .flatMap((sizes) => [...sizes.keys()])
    .filter(isObject)
    .sort();
  return Promise.all(
    keys.map(async (key): Promise<[string, Buffer]> => [key, (await store.get(key)) ?? Buffer.alloc(0)]),
  );
}

/** `each` attacks on every object of the store; more on signed documents. The same seed gives the same ones. */
export async function generatedAttacks(store: Store, each: number, seed: number): Promise<GeneratedAttack[]> {
  const objects = await objectsIn(store);
  return objects.flatMap(([key, bytes], index) => {
    const count = key.endsWith('.json') ? 3 * each : each;
    const found = fc.sample(mutation(key, bytes, objects), { numRuns: count, seed: seed + index });
    return found
      .filter(([, changed]) => !changed?.equals(bytes))
      .map(([what, changed]) => ({ name: `${key}: ${what}`, changes: { [key]: changed } }));
  });
}
