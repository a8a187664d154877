import { cleanup, render, screen } from '@testing-library/react';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { connect, createQueryClient } from '@slipway/data';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { t } from '../../messages';
import { CommandMenu } from './CommandMenu';

// The facts that a host provides; the data stack below is the real one.
vi.mock('@slipway/platform', async (original) => ({
  ...(await original<object>()),
  useRoutes: () => [{ path: '/marketplace', title: 'Marketplace', access: 'public' }],
  useHasRoute: () => () => true,
  useNavEntries: () => [],
  useDevtoolsGuard: () => undefined,
}));

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CommandMenu typed={() => 'zebra'} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  connect({ url: 'http://backend.test', key: 'sb_publishable_test' });
});

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('reports a failed search while offline', async () => {
  onlineManager.setOnline(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  open();
  expect(await screen.findByText(t('searchFailed'), undefined, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText(t('searching'))).toBeNull();
});

test('reports that nothing matches', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])));
  open();
  expect(await screen.findByText(t('noResults', { query: 'zebra' }))).toBeTruthy();
});
