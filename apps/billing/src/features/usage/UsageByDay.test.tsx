/** The range of the chart: in the address, so that a reload and a link show it. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { UsageByDay } from './UsageByDay';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(address: string) {
  const backend = startBackend({ usage_page: { json: [] } });
  await signInAs();
  const page = renderPage(<UsageByDay userId="u1" />, address);
  await screen.findByText('30 days');
  return { backend, ...page };
}
const chosen = () =>
  screen
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent)
    .filter((text) => text.endsWith('days'));

test('a range is in the address, and the first one is not', async () => {
  const { address, backend } = await open('/billing?earnings=days');
  await userEvent.click(screen.getByRole('button', { name: '90 days' }));
  expect(chosen()).toEqual(['90 days']);
  await waitFor(() => {
    expect(address()).toBe('/billing?earnings=days&days=90');
  });
  await waitFor(() => {
    expect(backend.sent('POST', 'usage_page').at(-1)?.body).toMatchObject({ days: 90 });
  });
  await userEvent.click(screen.getByRole('button', { name: '30 days' }));
  await waitFor(() => {
    expect(address()).toBe('/billing?earnings=days');
  });
  expect(chosen()).toEqual(['30 days']);
});

test('the range of the address is read after a reload, and followed', async () => {
  const { backend, router } = await open('/billing?days=90');
  expect(chosen()).toEqual(['90 days']);
  expect(backend.sent('POST', 'usage_page').map(({ body }) => body['days'])).toEqual([90]);
  await act(() => router.navigate('/billing'));
  expect(chosen()).toEqual(['30 days']);
});
