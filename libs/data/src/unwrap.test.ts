/** Every response becomes rows or an error with a code. */
import { describe, expect, it, vi } from 'vitest';
import { unwrap } from './unwrap';

const failure = (status: number) =>
  Promise.resolve({ data: null, error: { message: 'no', code: 'X' }, status });

describe('unwrap', () => {
  it('returns the rows', async () => {
    expect(await unwrap(Promise.resolve({ data: [1], error: null, status: 200 }))).toEqual([1]);
  });

  it.each([
    [0, 'unavailable'],
    [400, 'invalid_input'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [406, 'not_found'],
    [409, 'conflict'],
    [413, 'invalid_input'],
    [422, 'invalid_input'],
    [429, 'rate_limited'],
    [500, 'unexpected'],
    [501, 'unexpected'],
    [502, 'unavailable'],
    [503, 'unavailable'],
  ])('turns status %i into %s', async (status, code) => {
    await expect(unwrap(failure(status))).rejects.toMatchObject({
      code,
      message: 'no',
      cause: { code: 'X' },
    });
  });

  it('disables the retries of the client', { tags: ['T-91'] }, async () => {
    const retry = vi.fn();
    await unwrap(Object.assign(Promise.resolve({ data: [], error: null, status: 200 }), { retry }));
    expect(retry).toHaveBeenCalledExactlyOnceWith(false);
  });
});
