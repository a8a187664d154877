/** A manifest is refused with the field that is wrong. */
import { describe, expect, it } from 'vitest';
import { isAppError } from './errors';
import { parseManifest } from './manifest';

const good = {
  id: 'billing',
  owner: 'billing-team',
  contract: 1,
  routes: [{ path: '/billing', title: 'Billing & Usage', access: 'signed-in' }],
  slots: [{ name: 'landing.featured', version: 1 }],
  nav: [{ path: '/billing', label: 'Billing' }],
};

const refusal = (input: unknown): string => {
  try {
    parseManifest(input, 'apps/billing/slice.manifest.ts');
  } catch (error) {
    if (isAppError(error) && error.code === 'invalid_input') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('parseManifest', () => {
  it('returns a good manifest as it is', () => {
    expect(parseManifest(good)).toEqual(good);
  });

  it.each([
    ['an id that is no folder name', { ...good, id: 'Billing!' }, 'id: must be lower-case'],
    [
      'a path without a slash',
      { ...good, routes: [{ ...good.routes[0], path: 'billing' }] },
      'routes.0.path: must be a path',
    ],
    [
      'an access nobody knows',
      { ...good, routes: [{ ...good.routes[0], access: 'admin' }] },
      'routes.0.access: must be "public"',
    ],
    ['a field that does not exist', { ...good, color: 'red' }, 'color'],
    ['a missing field', { ...good, owner: undefined }, 'owner: '],
    [
      'a slot of no page',
      { ...good, slots: [{ name: 'landing.banner', version: 1 }] },
      'there is no slot landing.banner',
    ],
    ['not an object', 'billing', 'Expected Object'],
  ])('refuses %s, naming it', (_what, input, words) => {
    expect(refusal(input)).toContain(words);
    expect(refusal(input)).toMatch(/^apps\/billing\/slice\.manifest\.ts: /);
  });

  it('says every problem at once', () => {
    expect(refusal({ ...good, id: 1, owner: '' })).toMatch(/id: .*; owner: /);
  });
});
