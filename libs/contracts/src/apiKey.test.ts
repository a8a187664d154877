import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpointSlug, hasApiKeyChecksum, looksLikeApiKey, newApiKey } from './apiKey';

describe('a new key', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it(
    'is ak_ and letters and digits from 256 random bits of the platform, never Math.random',
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
  ])('carries every bit of the random number: %s', (byte, text) => {
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

  it('ends in its checksum, so that a changed or cut one is noticed', () => {
    const key = newApiKey();
    expect(hasApiKeyChecksum(key)).toBe(true);
    for (let at = 3; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(hasApiKeyChecksum(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(hasApiKeyChecksum(key.slice(0, -1))).toBe(false);
  });
});

describe('what can be a key', () => {
  it.each([
    [`ak_${'a'.repeat(31)}`, false],
    [`ak_${'a'.repeat(32)}`, true],
    [`ak_${'Z9'.repeat(60)}`, true],
    [`ak_${'a'.repeat(121)}`, false],
    [`sk_${'a'.repeat(43)}`, false],
    [`ak_${'a'.repeat(40)}-`, false],
    [` ak_${'a'.repeat(43)}`, false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(looksLikeApiKey(text)).toBe(expected);
  });
});

describe('the end of a deployment’s address', { tags: ['DEP-28', 'T-27'] }, () => {
  it.each([
    ['My Chatbot v1!', 'my-chatbot-v1-'],
    ['my-chatbot-v1', 'my-chatbot-v1'],
    ['MY BOT', 'my-bot'],
    ['a  b', 'a--b'],
    ['a_b.c/d', 'a-b-c-d'],
    ['Bot 2.0 (beta)', 'bot-2-0--beta-'],
    ['Über', '-ber'],
    ['日本1', '--1'],
    ['!!!', '---'],
  ])('%s is %s', (name, slug) => {
    expect(endpointSlug(name)).toBe(slug);
  });
});
