/** The comparison of secrets that callers send. */
import { hash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => Buffer.from(hash('sha256', text, 'hex'), 'hex');

/** In constant time. Their hashes are compared, because `timingSafeEqual` throws for texts of different lengths. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));
