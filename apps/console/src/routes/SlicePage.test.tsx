/** A link to an environment that cannot be read shows another one, and says why. */
import type { Overview, SliceInfo } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { overviewQuery, sliceQuery } from '../data/queries';
import SlicePage from './SlicePage';

afterEach(cleanup);

const environment = (name: string, error: string | null): Overview['environments'][number] => ({
  ...{ environment: name, error, unverified: null, revision: 2, notice: null, breakGlass: [], address: '' },
  ...{ isPreview: false, createdAt: null, approvals: null, hasCanarySteps: false, allowOverrides: false },
  ...{ overrides: {}, grants: [], owners: {}, routes: {} },
  parts:
    error === null ? [{ kind: 'stable', app: 'billing', version: 'b', isDrift: false, fallback: null }] : [],
});

test('says that it could not be read', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const environments = [environment('production', 'it was altered'), environment('staging', null)];
  client.setQueryData(overviewQuery.queryKey, { isReadOnly: false, environments });
  const info: SliceInfo = { slice: 'billing', releases: [], deploys: [] };
  client.setQueryData(sliceQuery('billing').queryKey, info);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/slices/billing?environment=production']}>
        <Routes>
          <Route path="/slices/:slice" element={<SlicePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('production could not be read: it was altered')).toBeTruthy();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Environment' }).value).toBe('staging');
});
