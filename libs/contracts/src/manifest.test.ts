/** An invalid manifest is rejected with the name of the field. */
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

const messageOf = (input: unknown): string => {
  try {
    parseManifest(input, 'apps/billing/slice.manifest.ts');
  } catch (error) {
    if (isAppError(error) && error.code === 'invalid_input') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('parseManifest', () => {
  it('returns a valid manifest unchanged', () => {
    expect(parseManifest(good)).toEqual(good);
  });

  it('returns an error budget', () => {
    const budget = { failed: 0.001, errors: 0.02 };
    expect(parseManifest({ ...good, budget })).toMatchObject({ budget });
  });

  it.each([
    [
      'a budget of everything',
      { ...good, budget: { failed: 1, errors: 0.01 } },
      'budget.failed: must be 0.5 or less',
    ],
    ['a budget with one rate', { ...good, budget: { failed: 0.01 } }, 'budget.errors: Invalid key'],
    [
      'a budget of more than all views',
      { ...good, budget: { failed: 0.01, errors: 2 } },
      'budget.errors: must be 0.5 or less',
    ],
    ['an id that is not a folder name', { ...good, id: 'Billing!' }, 'id: must be lower-case'],
    [
      'a path without a slash',
      { ...good, routes: [{ ...good.routes[0], path: 'billing' }] },
      'routes.0.path: must be a path',
    ],
    [
      'an unknown access',
      { ...good, routes: [{ ...good.routes[0], access: 'admin' }] },
      'routes.0.access: must be "public"',
    ],
    ['an unknown field', { ...good, color: 'red' }, 'color'],
    ['a missing field', { ...good, owner: undefined }, 'owner: '],
    [
      'an unknown slot',
      { ...good, slots: [{ name: 'landing.banner', version: 1 }] },
      'unknown slot landing.banner',
    ],
    ['not an object', 'billing', 'Expected Object'],
  ])('rejects %s, naming the field', (_what, input, message) => {
    expect(messageOf(input)).toContain(message);
    expect(messageOf(input)).toMatch(/^apps\/billing\/slice\.manifest\.ts: /);
  });

  it('reports all issues at once', () => {
    expect(messageOf({ ...good, id: 1, owner: '' })).toMatch(/id: .*; owner: /);
  });
});
