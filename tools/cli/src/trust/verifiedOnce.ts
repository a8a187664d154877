/**
 * Remembers what was verified in an opened store, for each version of its root and targets: releases and revisions never
 * change. A server verifies a revision once, and of many deploys in one process only the first pays.
 */
import { originalOf } from '../store/readOnce';
import type { Store } from '../store/store';
import type { Trust } from './open';

const results = new WeakMap<Store, Map<string, Promise<unknown>>>();

/** The result of `verify`, or of an earlier call with the same name. A rejection is not remembered: it may be repaired. */
export async function verifiedOnce<Result>(
  { store, chain }: Pick<Trust, 'store' | 'chain'>,
  name: string,
  verify: () => Promise<Result>,
): Promise<Result> {
  const known = results.get(originalOf(store)) ?? new Map<string, Promise<unknown>>();
  results.set(originalOf(store), known);
  const key = `${String(chain.root.signed.version)} ${String(chain.targets.signed.version)} ${name}`;
  const result = (known.get(key) as Promise<Result> | undefined) ?? verify();
  known.set(key, result);
  try {
    return await result;
  } catch (error) {
    known.delete(key);
    throw error;
  }
}
