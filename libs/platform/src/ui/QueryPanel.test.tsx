import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { QueryPanel } from './QueryPanel';

function List({ read }: { read: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['list'], queryFn: read, retry: false });
  return (
    <QueryPanel
      query={query}
      failure="The list could not be loaded"
      waiting={<p>waiting</p>}
      empty={<p>nothing</p>}
    >
      {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
    </QueryPanel>
  );
}

const show = (read: () => Promise<string[]>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List read={read} />
    </QueryClientProvider>,
  );

describe('QueryPanel', () => {
  it('shows the loading state, then the rows', async () => {
    show(() => Promise.resolve(['one', 'two']));
    expect(screen.getByText('waiting')).toBeTruthy();
    expect(await screen.findByText('two')).toBeTruthy();
  });

  it('shows the empty state', async () => {
    show(() => Promise.resolve([]));
    expect(await screen.findByText('nothing')).toBeTruthy();
  });

  it('shows the failure, and retries on request', async () => {
    const read = vi
      .fn<() => Promise<string[]>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(['back']);
    show(read);
    expect((await screen.findByRole('alert')).textContent).toContain('The list could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('back')).toBeTruthy();
  });
});
