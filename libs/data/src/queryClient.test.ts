/** T-91: an error is on screen within five seconds, and only what may heal is tried again. */
import { describe, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import { createQueryClient } from './queryClient';

const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
if (typeof retry !== 'function' || typeof retryDelay !== 'function')
  throw new Error('retry is not decided by a function');
const error = new AppError('unavailable', 'no answer');

describe('createQueryClient', () => {
  it('tries a lost connection twice more, within two seconds', () => {
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, true, false]);
    expect(retryDelay(0, error) + retryDelay(1, error)).toBeLessThan(2_000);
  });

  it('does not try again what was refused', () => {
    expect(retry(0, new AppError('forbidden', 'no'))).toBe(false);
    expect(retry(0, new AppError('not_found', 'no'))).toBe(false);
  });

  it('sends requests while offline, so that pages show the failure', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect([queries?.networkMode, mutations?.networkMode]).toEqual(['always', 'always']);
  });

  it('never repeats a write by itself', () => {
    expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false);
  });
});
