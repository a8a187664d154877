/** Only files that the composition lists get an integrity and a Trusted Types URL. */
import { describe, expect, it, vi } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { createTrust } from './trust';

const origin = 'https://app.example';
const integrity = `sha384-${'A'.repeat(64)}`;
const composition = {
  slices: { billing: { base: '/slices/billing/0123456789abcdef/', files: { 'page.js': integrity } } },
} as unknown as Composition;

describe('createTrust', () => {
  const trust = createTrust(composition, origin);

  it('finds a listed file by its URL and by its path', () => {
    const file = { slice: 'billing', integrity };
    expect(trust.file(`${origin}/slices/billing/0123456789abcdef/page.js`)).toMatchObject(file);
    expect(trust.file('/slices/billing/0123456789abcdef/page.js')).toMatchObject(file);
  });

  it.each([
    'https://evil.example/slices/billing/0123456789abcdef/page.js',
    '/slices/billing/0123456789abcdef/other.js',
    '/slices/billing/0123456789abcdef/page.js?x=1',
    'data:text/javascript,alert(1)',
  ])('rejects %s', (url) => {
    expect(() => trust.file(url)).toThrow(expect.objectContaining({ code: 'slice_untrusted' }));
  });

  it('creates one policy, which rejects unlisted files for any caller', () => {
    let createScriptURL = (url: string) => url;
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => {
      createScriptURL = rules.createScriptURL;
      return rules;
    });
    createTrust(composition, origin, { createPolicy });
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('slipway-loader', expect.anything());
    expect(() => createScriptURL('https://evil.example/x.js')).toThrow(/not in this composition/);
  });
});
