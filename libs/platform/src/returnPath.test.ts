/** T-04: the way back after sign-in cannot leave the site. */
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
  ])('refuses %j', (wanted) => {
    expect(back(wanted)).toBeUndefined();
  });

  it('has none where none is asked for', () => {
    expect(returnPath('', routes)).toBeUndefined();
  });
});
