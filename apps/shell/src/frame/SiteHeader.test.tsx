import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { SessionState } from '@slipway/session';
import { afterEach, expect, test, vi } from 'vitest';
import { SiteHeader } from './SiteHeader';

let session: SessionState = { status: 'loading' };
let composed = ['/dashboard', '/agents', '/marketplace'];
vi.mock('@slipway/session', () => ({ signOut: vi.fn(), useSession: () => session }));
vi.mock('@slipway/platform', async (original) => ({
  ...(await original<object>()),
  useSite: () => ({ name: 'Slipway' }),
  useHasRoute: () => (path: string) => composed.includes(path),
}));
afterEach(cleanup);

const links = (state: SessionState, path = '/') => {
  session = state;
  render(
    <MemoryRouter initialEntries={[path]}>
      <SiteHeader />
    </MemoryRouter>,
  );
  return within(screen.getByRole('banner'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
};

const user = { id: '1', email: 'demo@slipway.example', emailConfirmedAt: null };
const brand = ['Slipway', '/'];

test('signed out it offers exactly Sign In and Get Started', { tags: ['SHELL-51'] }, () => {
  expect(links({ status: 'signed-out' })).toEqual([brand, ['Sign In', '/login'], ['Get Started', '/signup']]);
});

test('signed in it offers Dashboard, My Agents and Marketplace', { tags: ['SHELL-52'] }, () => {
  expect(links({ status: 'signed-in', user })).toEqual([
    brand,
    ['Dashboard', '/dashboard'],
    ['My Agents', '/agents'],
    ['Marketplace', '/marketplace'],
  ]);
});

test('it leads to no page that the composition lacks', () => {
  composed = ['/dashboard', '/marketplace'];
  expect(links({ status: 'signed-in', user }).map(([label]) => label)).toEqual([
    'Slipway',
    'Dashboard',
    'Marketplace',
  ]);
});

test('until it is known who is there, it offers neither', () => {
  expect(links({ status: 'loading' })).toEqual([brand]);
});

test('it marks the place one is at', () => {
  links({ status: 'signed-in', user }, '/marketplace');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Marketplace');
});
