import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasApiKeyChecksum, looksLikeApiKey, newApiKey } from './apiKey';

describe('newApiKey', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it(
    'returns ak_ and 49 letters and digits from 256 random bits of the Web Crypto API, never Math.random',
    { tags: ['DEP-27'] },
    () => {
      const random = vi.spyOn(crypto, 'getRandomValues');
      const weak = vi.spyOn(Math, 'random');
      const keys = Array.from({ length: 1000 }, newApiKey);
      expect(new Set(keys).size).toBe(1000);
      for (const key of keys) expect(key).toMatch(/^ak_[A-Za-z0-9]{49}$/);
      expect(random).toHaveBeenCalledTimes(1000);
      expect(random.mock.calls.every(([bytes]) => bytes?.byteLength === 32)).toBe(true);
      expect(weak).not.toHaveBeenCalled();
    },
  );

  it.each([
    [0, '0'.repeat(43)],
    // 2^256 - 1 in base62.
    [255, 'yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'],
  ])('encodes every random bit: bytes of %s', (byte, text) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      new Uint8Array(array.buffer).fill(byte);
      return array;
    });
    expect(newApiKey().slice(3, 46)).toBe(text);
  });

  it('has the checksum that others compute', () => {
    // zlib.crc32 of the first 46 characters, in base62.
    expect(hasApiKeyChecksum(`ak_${'0'.repeat(43)}2PL60u`)).toBe(true);
  });

  it('ends in a checksum that detects a changed or truncated key', () => {
    const key = newApiKey();
    expect(hasApiKeyChecksum(key)).toBe(true);
    for (let at = 3; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(hasApiKeyChecksum(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(hasApiKeyChecksum(key.slice(0, -1))).toBe(false);
  });
});

describe('looksLikeApiKey', () => {
  it.each([
    [`ak_${'a'.repeat(31)}`, false],
    [`ak_${'a'.repeat(32)}`, true],
    [`ak_${'Z9'.repeat(60)}`, true],
    [`ak_${'a'.repeat(121)}`, false],
    [`sk_${'a'.repeat(43)}`, false],
    [`ak_${'a'.repeat(40)}-`, false],
    [` ak_${'a'.repeat(43)}`, false],
    ['', false],
  ])('returns the expected result for %s: %s', (text, expected) => {
    expect(looksLikeApiKey(text)).toBe(expected);
  });
});
