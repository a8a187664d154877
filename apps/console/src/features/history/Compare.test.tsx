/** Settings that differ have their values, where they are known. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Compare } from './Compare';

afterEach(cleanup);

test('names the flag, and who got it before and after', async () => {
  const differences = {
    changes: [],
    settings: ['flags', 'languages'],
    settingsChanges: [{ field: 'flags.billing.graph.percent', from: 10, to: 25 }],
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(differences)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Compare choices={['local@3', 'local']} initial={['local@3', 'local']} />
    </QueryClientProvider>,
  );
  await screen.findByRole('table');
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'flags.billing.graph.percent: 10 → 25',
    'Settings: languages',
  ]);
});
