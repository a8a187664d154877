/** Settings that differ have their values, where they are known, and a revision that is not verified says why. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Compare } from './Compare';

afterEach(cleanup);

function open(differences: object) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(differences)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Compare choices={['local@3', 'local']} initial={['local@3', 'local']} />
    </QueryClientProvider>,
  );
}

test('names the flag, and who got it before and after', async () => {
  const differences = {
    changes: [],
    settings: ['flags', 'languages'],
    settingsChanges: [{ field: 'flags.billing.graph.percent', from: 10, to: 25 }],
    unverified: [],
  };
  open(differences);
  await screen.findByRole('table');
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'flags.billing.graph.percent: 10 → 25',
    'Settings: languages',
  ]);
});

test('says which of the two is not verified, also when they are the same', async () => {
  const reason = 'composition.json was altered';
  open({ changes: [], settings: [], settingsChanges: [], unverified: [{ name: 'local@3', reason }] });
  expect(await screen.findByText(`local@3 is not verified: ${reason}`)).toBeTruthy();
  expect(screen.getByText('They are the same.')).toBeTruthy();
});
