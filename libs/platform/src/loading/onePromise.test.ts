import { describe, expect, it, vi } from 'vitest';
import { onePromise } from './onePromise';

describe('onePromise', () => {
  it('gives the same promise while it runs and after it has settled', async () => {
    const load = vi.fn((key: string) => Promise.resolve(key.toUpperCase()));
    const part = onePromise(load);
    const first = part('a');
    expect(part('a')).toBe(first);
    expect(await first).toBe('A');
    expect(part('a')).toBe(first);
    expect(load).toHaveBeenCalledOnce();
  });

  it('tries again after a failure', async () => {
    const load = vi
      .fn<(key: string) => Promise<string>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce('ok');
    const part = onePromise(load);
    await expect(part('a')).rejects.toThrow('offline');
    expect(await part('a')).toBe('ok');
  });
});
