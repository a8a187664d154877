/** Every kind of answer becomes rows or one coded error. */
import { describe, expect, it, vi } from 'vitest';
import { unwrap } from './unwrap';

const refusal = (status: number) =>
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
    [409, 'conflict'],
    [429, 'rate_limited'],
    [500, 'unexpected'],
    [503, 'unavailable'],
  ])('names status %i %s', async (status, code) => {
    await expect(unwrap(refusal(status))).rejects.toMatchObject({
      code,
      message: 'no',
      cause: { code: 'X' },
    });
  });

  it('leaves retrying to the one layer that does it', { tags: ['T-91'] }, async () => {
    const retry = vi.fn();
    await unwrap(Object.assign(Promise.resolve({ data: [], error: null, status: 200 }), { retry }));
    expect(retry).toHaveBeenCalledExactlyOnceWith(false);
  });
});
