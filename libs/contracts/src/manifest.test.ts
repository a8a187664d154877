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

  it('accepts a sandboxed slice that has only its own pages', () => {
    const sandboxed = {
      ...good,
      slots: [],
      isolation: 'sandbox',
      flags: { print: { description: 'Prints' } },
      thirdParties: { connect: ['https://a.example'] },
    };
    expect(parseManifest(sandboxed)).toEqual(sandboxed);
    expect(messageOf({ ...sandboxed, isolation: 'none' })).toContain('isolation: must be "sandbox"');
    const rest = {
      ...{
        slots: good.slots,
        caches: ['notes'],
        invalidates: ['agents'],
      },
      thirdParties: { frame: ['https://a.example'] },
      routes: [...good.routes, { ...good.routes[0], path: '/billing/:id', parent: '/billing' }],
    };
    const message = messageOf({ ...sandboxed, ...rest });
    const names = ['slots', 'caches', 'invalidates', 'thirdParties.frame', 'the parent of /billing/:id'];
    for (const name of names) expect(message).toContain(`only its own pages: remove ${name}`);
  });

  it.each([
    [
      'a budget of everything',
      { ...good, budget: { failed: 1, errors: 0.01 } },
      'budget.failed: must be 0.5 or less',
    ],
    ['a misspelled field', { ...good, ownr: 'me' }, 'ownr: is not a known field'],
    ['a field of another type', { ...good, budget: 3 }, 'budget: must be of type object, and is 3'],
    ['a budget with one rate', { ...good, budget: { failed: 0.01 } }, 'budget.errors: is missing'],
    [
      'a budget of more than all views',
      { ...good, budget: { failed: 0.01, errors: 2 } },
      'budget.errors: must be 0.5 or less',
    ],
    ['an id that is not a folder name', { ...good, id: 'Billing!' }, 'id: must be at most 39 lower-case'],
    ['an id that is too long', { ...good, id: 'a'.repeat(40) }, 'id: must be at most 39 lower-case'],
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
    [
      'a parameter as the first segment',
      { ...good, routes: [{ ...good.routes[0], path: '/:id' }] },
      'routes.0.path: must be a path such as /billing or /notes/:id',
    ],
    [
      'two routes of the same address',
      { ...good, routes: ['/a/:b/c', '/a/b/:c'].map((path) => ({ ...good.routes[0], path })) },
      '/a/:b/c and /a/b/:c match the same address',
    ],
    [
      'a parent with another access',
      {
        ...good,
        routes: [
          { ...good.routes[0], path: '/a' },
          { ...good.routes[0], path: '/a/b', parent: '/a', access: 'public' },
        ],
      },
      '/a/b is public and its parent signed-in',
    ],
    [
      'a redirect without the parameter of its target',
      { ...good, redirects: [{ from: '/old', to: '/billing/:month' }] },
      'redirects: /billing/:month needs month, which /old has not',
    ],
    [
      'a chain of redirects',
      {
        ...good,
        redirects: [
          { from: '/old', to: '/older' },
          { from: '/older', to: '/billing' },
        ],
      },
      '/old leads to /older, which is redirected itself',
    ],
    [
      'a navigation entry with a parameter',
      { ...good, nav: [{ path: '/a/:b', label: 'B' }] },
      'without parameters',
    ],
    ['an unknown field', { ...good, color: 'red' }, 'color'],
    ['a missing field', { ...good, owner: undefined }, 'owner: '],
    [
      'an unknown slot',
      { ...good, slots: [{ name: 'landing.banner', version: 1 }] },
      'unknown slot landing.banner',
    ],
    ['not an object', 'billing', 'must be of type object'],
  ])('rejects %s, naming the field', (_what, input, message) => {
    expect(messageOf(input)).toContain(message);
    expect(messageOf(input)).toMatch(/^apps\/billing\/slice\.manifest\.ts: /);
  });

  it('reports all issues at once', () => {
    expect(messageOf({ ...good, id: 1, owner: '' })).toMatch(/id: .*; owner: /);
  });
});
