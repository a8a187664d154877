/** The dialog of a new deployment that a session that expired has closed: its user finds what was typed. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { forgetUserData } from '@slipway/data';
import { renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { useSession } from '@slipway/session';
import { afterEach, expect, test, vi } from 'vitest';
import DeploymentsPage from '../../routes/DeploymentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The guard removes it. */
const OwnPage = () => useSession().status === 'signed-in' && <DeploymentsPage />;

const address = '/deployments?new=deployment';
const dialog = async () => within(await screen.findByRole('dialog', { name: 'New Deployment' }));
const field = async (name: RegExp) => (await dialog()).getByLabelText<HTMLInputElement>(name);

test('name and agent, without an error', async () => {
  startBackend({
    'GET deployments': { json: [] },
    'GET agents': ({ url }) => ({
      json: url.searchParams.has('external_only') ? [] : [{ id: 'a2', name: 'Writer' }],
    }),
  });
  await signInAs();
  const { queryClient } = renderPage(<OwnPage />, address);
  await (await dialog()).findByRole('option', { name: 'Writer' });
  fireEvent.change(await field(/^Name/), { target: { value: 'support-bot' } });
  fireEvent.change(await field(/^Agent/), { target: { value: 'a2' } });
  forgetUserData(queryClient, testUser.id, true);
  await act(() => signOutAll());
  forgetUserData(queryClient, testUser.id);
  await act(() => signInAs());
  await (await dialog()).findByRole('option', { name: 'Writer' });
  expect([(await field(/^Name/)).value, (await field(/^Agent/)).value]).toEqual(['support-bot', 'a2']);
  for (const name of [/^Name/, /^Agent/])
    expect((await field(name)).getAttribute('aria-invalid')).not.toBe('true');
});
