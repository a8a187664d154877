/** The shared packages have their place while they load, and none when there are none. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import PackagesPage from './PackagesPage';

afterEach(cleanup);

/** Returns what ends the request for the shared packages. */
function open(shared: string[], environments: object[] = []): () => void {
  let respond: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (respond = resolve));
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/packages') return Response.json(environments);
    await waits;
    return Response.json(shared);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PackagesPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return respond;
}

const place = () => screen.queryByText('react-dom')?.closest('[data-reserved]');

test('nothing moves when they arrive', async () => {
  const respond = open(['react', 'react-dom']);
  expect(place()).toBeTruthy();
  respond();
  await vi.waitFor(() => {
    expect(place()).toBeNull();
  });
  expect(screen.getByRole('button', { name: 'react-dom' })).toBeTruthy();
});

test('a store without any has no place for them', async () => {
  open([])();
  await vi.waitFor(() => {
    expect(place()).toBeUndefined();
  });
});

test.each([
  ['none is there', [], 'No environment runs anything yet'],
  ['they run nothing', [{ revision: null }], 'No environment runs anything yet'],
  [
    'one runs something',
    [{ revision: null }, { revision: 1 }],
    'No release that an environment runs has react',
  ],
  ['one cannot be read', [{ revision: null, error: 'x' }], 'No release that an environment runs has react'],
])('of environments: %s', async (_state, environments, title) => {
  const known = { error: null, uses: [], costs: [] };
  open(
    [],
    environments.map((each, index) => ({ environment: String(index), ...known, ...each })),
  )();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});
