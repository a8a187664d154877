/**
 * Completions of the last ten minutes that have an idempotency key, so that a repeated call gets the same response.
 * They are in the memory of this process. Another process, or a later repeat, calls the model again; the bill still has
 * one call.
 */
import { LRUCache } from 'lru-cache';
import type { CompletionEnd } from './modelRunner';

export interface CachedCompletion {
  text: string;
  end: CompletionEnd;
}

/** Characters. */
const MAX_SIZE = 16_000_000;

/** By call id. */
export type CompletionCache = LRUCache<string, CachedCompletion>;

export const createCompletionCache = (): CompletionCache =>
  new LRUCache({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ text }) => text.length + 1,
    ttl: 600_000,
  });
