/**
 * Answers of the last ten minutes that have an idempotency key, so that who asks again is told the same. They are in
 * this process's memory alone: elsewhere and later the model is asked again, and the bill still has one call.
 */
import { LRUCache } from 'lru-cache';
import type { Ending } from './calls';

export interface GivenAnswer {
  text: string;
  end: Ending;
}

/** Characters. */
const MOST = 16_000_000;

export const createAnswers = () =>
  new LRUCache<string, GivenAnswer>({
    maxSize: MOST,
    sizeCalculation: ({ text }) => text.length + 1,
    ttl: 600_000,
  });
