/** A composition comes from a page that may have been altered: every field is checked, and named when it is invalid. */
import { describe, expect, it } from 'vitest';
import { parseComposition } from './composition';
import { isAppError } from './errors';

const hash = `sha384-${'A'.repeat(64)}`;
const slice = {
  version: '0123456789abcdef',
  owner: 'billing-team',
  base: '/slices/billing/0123456789abcdef/',
  entry: 'mf-manifest.json',
  files: { 'mf-manifest.json': hash },
  routes: [{ path: '/billing', title: 'Billing & Usage', access: 'signed-in' }],
  slots: [],
  nav: [],
  preload: { '/billing': ['mf-manifest.json'] },
};
const good = {
  schema: 1,
  environment: 'staging',
  revision: 3,
  createdAt: '2026-11-21T09:00:00.000Z',
  site: { name: 'Dock', owner: 'Dock Ltd', callUrl: 'https://cal.example.com/ada' },
  shell: { version: 'fedcba9876543210', base: '/slices/shell/fedcba9876543210/' },
  slices: { billing: slice },
  backend: { url: '/', key: 'sb_publishable_x' },
};

const messageOf = (input: unknown): string => {
  try {
    parseComposition(input);
  } catch (error) {
    if (isAppError(error)) return error.message;
  }
  return 'accepted';
};

describe('parseComposition', () => {
  it('requires an https address for calls', { tags: ['SHELL-49'] }, () => {
    for (const callUrl of ['javascript:alert(1)', 'http://cal.example.com', '/call', 'https://']) {
      expect(messageOf({ ...good, site: { ...good.site, callUrl } })).toContain(
        'site.callUrl: must be an https address',
      );
    }
  });

  it('uses the default site when there is none', () => {
    const before: Partial<typeof good> = { ...good };
    delete before.site;
    expect(parseComposition(before).site.name).toBe('Slipway');
  });

  it('returns a valid composition with its defaults', () => {
    expect(parseComposition(good)).toEqual({
      ...good,
      allowOverrides: false,
      deterrent: true,
    });
  });

  it.each([
    ['another origin as a base', { ...slice, base: 'https://evil.example/slices/' }, 'slices.billing.base: '],
    ['a base that leaves its folder', { ...slice, base: '/slices/../' }, 'slices.billing.base: '],
    ['a file without a hash', { ...slice, files: { 'a.js': '' } }, 'slices.billing.files.a.js: '],
    ['a weak hash', { ...slice, files: { 'a.js': 'sha256-abc' } }, 'must be a sha384 integrity value'],
    ['a file outside of the release', { ...slice, files: { '../a.js': hash } }, 'must be a relative path'],
    ['an entry at another origin', { ...slice, entry: '//evil.example/x.json' }, 'slices.billing.entry: '],
  ])('rejects %s', (_what, altered, message) => {
    expect(messageOf({ ...good, slices: { billing: altered } })).toContain(message);
  });

  it('rejects a backend that is not an origin', () => {
    expect(messageOf({ ...good, backend: { url: 'javascript:alert(1)', key: 'x' } })).toContain(
      'backend.url: ',
    );
  });

  it('accepts known sign-in providers and no others', () => {
    const backend = { ...good.backend, providers: ['github'], mfa: true };
    expect(parseComposition({ ...good, backend }).backend).toEqual(backend);
    expect(messageOf({ ...good, backend: { ...backend, providers: ['gitlab'] } })).toContain(
      'backend.providers.0: ',
    );
  });

  it('ignores unknown fields, which a newer release of the tools may write', () => {
    expect(messageOf({ ...good, later: true })).toBe('accepted');
  });
});
