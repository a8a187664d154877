import { describe, expect, it, vi } from 'vitest';
import { memoizePromise } from './memoizePromise';

describe('memoizePromise', () => {
  it('returns the same promise while it is pending and after it is fulfilled', async () => {
    const load = vi.fn((key: string) => Promise.resolve(key.toUpperCase()));
    const part = memoizePromise(load);
    const first = part('a');
    expect(part('a')).toBe(first);
    expect(await first).toBe('A');
    expect(part('a')).toBe(first);
    expect(load).toHaveBeenCalledOnce();
  });

  it('distinguishes arguments that join to the same text', async () => {
    const part = memoizePromise((slice: string, key: string) => Promise.resolve(`${slice}|${key}`));
    expect(await part('a b', 'c')).toBe('a b|c');
    expect(await part('a', 'b c')).toBe('a|b c');
  });

  it('tries again after a rejection', async () => {
    const load = vi
      .fn<(key: string) => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce('ok');
    const part = memoizePromise(load);
    await expect(part('a')).rejects.toThrow('offline');
    expect(await part('a')).toBe('ok');
  });
});
