/** A damaged revision is in the history, and the page goes on. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Revisions } from './Revisions';

afterEach(cleanup);

test('says why it is not verified, beside what it says of itself', () => {
  const altered = {
    ...{ revision: 1, at: '2026-11-26T08:00:00.000Z', author: 'unverified', reason: 'x', previous: 0 },
    ...{ changes: [], settings: [], approvers: [], isBreakGlass: false },
    unverified: 'composition.json differs from the signed hash',
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Revisions environment="local" entries={[altered]} isReadOnly={false} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('row', { name: /Not verified/ }).textContent).toContain(
    'Not verified: composition.json differs from the signed hash',
  );
});

test('says why it is damaged, and offers to run another one', () => {
  const good = {
    ...{ revision: 1, at: '2026-11-26T08:00:00.000Z', author: 'Ada', reason: 'x', previous: 0 },
    ...{ changes: [], settings: [], approvers: [], isBreakGlass: false },
  };
  const damaged = { revision: 2, damage: 'composition.json is not JSON: it was altered' };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Revisions environment="local" entries={[damaged, good]} isReadOnly={false} />
    </QueryClientProvider>,
  );
  const row = screen.getByRole('row', { name: /Damaged/ });
  expect(row.textContent).toContain(damaged.damage);
  expect(row.querySelector('button')).toBeNull();
  expect(screen.getByRole('button', { name: 'Run it again: revision 1 of local' })).toBeTruthy();
});
