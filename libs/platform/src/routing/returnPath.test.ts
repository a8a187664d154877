/** T-04: the redirect after sign-in cannot leave the site. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath, signInAddress } from './returnPath';

const routes = [{ path: '/dashboard' }, { path: '/deployments' }];
const back = (wanted: string) =>
  returnPath(`?${new URLSearchParams({ redirect: wanted }).toString()}`, routes);

describe('returnPath', () => {
  it('returns to a page of the app, with its query', () => {
    expect(back('/deployments?agent=1')).toBe('/deployments?agent=1');
    expect(returnPath(new URL(signInAddress('/deployments?agent=1'), 'https://x.test').search, routes)).toBe(
      '/deployments?agent=1',
    );
  });

  it.each([
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    '/\t/evil.example',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    'dashboard',
    '/nothing-here',
    '/dashboard/../../evil',
    '/%2f%2fevil.example',
    '',
  ])('rejects %j', (wanted) => {
    expect(back(wanted)).toBeUndefined();
  });

  it('keeps the browser on this origin and on a declared page, for any input', () => {
    // Parts of known bypasses, and random text between them.
    const part = fc.oneof(
      fc.constantFrom('/', '\\', '//', ':', '@', '#', '?', '.', '..', '\t', '\n', '\0', '%2f', '%5c', '%09'),
      fc.constantFrom('https:', 'javascript:', 'data:text/html,', 'evil.example', '\u2028', '／', '。'),
      fc.constantFrom('/dashboard', 'deployments', 'app.invalid'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const wanted = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    let accepted = 0;
    fc.assert(
      fc.property(wanted, (path) => {
        const result = back(path);
        if (result === undefined) return;
        accepted += 1;
        const destination = new URL(result, 'https://slipway.example/login');
        expect(destination.origin).toBe('https://slipway.example');
        expect(routes.map((route) => route.path)).toContain(destination.pathname);
      }),
      { numRuns: 2_000, seed: 20261121, examples: [['/dashboard'], ['//dashboard'], ['/\\/deployments']] },
    );
    // A function that rejects everything would pass the assertions above.
    expect(accepted).toBeGreaterThan(5);
  });

  it.each([
    ['/notes/4?tab=1', '/notes/4?tab=1'],
    ['/notes', undefined],
    ['/notes/4/5', undefined],
    ['/note/4', undefined],
    ['//notes/4', undefined],
  ])('compares %j with a path that has a parameter', (wanted, path) => {
    const search = `?${new URLSearchParams({ redirect: wanted }).toString()}`;
    expect(returnPath(search, [{ path: '/notes/:id' }])).toBe(path);
  });

  it('leaves out the fragment, and rejects the start page where it is not declared', () => {
    expect(back('/deployments?agent=1#top')).toBe('/deployments?agent=1');
    expect(back('/')).toBeUndefined();
  });

  it.each([
    ['/deployments?slice=billing@0123456789abcdef', '/deployments'],
    ['/deployments?agent=1&%73lice=a@b&slice=c@d', '/deployments?agent=1'],
    ['/deployments?slices=1&q=slice%20x', '/deployments?slices=1&q=slice%20x'],
  ])('chooses no release of a slice: %j', (wanted, path) => {
    expect(back(wanted)).toBe(path);
  });

  it('returns undefined without the parameter', () => {
    expect(returnPath('', routes)).toBeUndefined();
  });
});
