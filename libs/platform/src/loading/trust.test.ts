/** Only files that the composition lists have an integrity. */
import { describe, expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { createTrust } from './trust';

const origin = 'https://app.example';
const base = '/slices/billing/0123456789abcdef/';
const integrity = `sha384-${'A'.repeat(64)}`;
const files = {
  'page.js': integrity,
  'lib/dep.mjs': integrity,
  'page.css': integrity,
  'logo.svg': integrity,
};
const composition = { slices: { billing: { base, files } } } as unknown as Composition;

describe('createTrust', () => {
  const trust = createTrust(composition, origin);

  it('finds a listed file by its URL and by its path', () => {
    expect(trust.integrity(`${origin}${base}page.js`)).toBe(integrity);
    expect(trust.integrity(`${base}page.js`)).toBe(integrity);
    expect(trust.isListed(`${base}page.js`)).toBe(true);
  });

  it.each([
    `https://evil.example${base}page.js`,
    `${base}other.js`,
    `${base}page.js?x=1`,
    'data:text/javascript,alert(1)',
  ])('rejects %s', (url) => {
    expect(() => trust.integrity(url)).toThrow(expect.objectContaining({ code: 'slice_untrusted' }));
    expect(trust.isListed(url)).toBe(false);
  });

  it('names the scripts of a slice', () => {
    expect(trust.scripts('billing')).toEqual([`${origin}${base}page.js`, `${origin}${base}lib/dep.mjs`]);
    expect(trust.scripts('market')).toEqual([]);
  });
});
