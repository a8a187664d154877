/**
 * A webhook that is typed and not added: Cancel, and closing the details of its deployment, ask first; a session that expires
 * keeps it.
 */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetUserData } from '@slipway/data';
import { useSession } from '@slipway/session';
import { renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { WebhookSection } from './WebhookSection';

afterEach(cleanup);

/** The guard removes it. */
const OwnSection = () => useSession().status === 'signed-in' && <WebhookSection deploymentId="d1" />;

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function open() {
  const backend = startBackend({
    'GET deployment_webhooks': { json: [] },
    'POST create_webhook': { json: [{ id: 'w1', secret: 'whsec_x' }] },
  });
  await signInAs();
  const page = renderPage(<OwnSection />, '/deployments?deployment=d1');
  await press('Add a webhook…');
  const close = () => act(() => page.router.navigate('/deployments'));
  return { ...page, backend, close };
}
const asked = () => screen.findByRole('dialog', { name: 'Discard your changes?' });

test.each([
  ['an address', () => userEvent.keyboard('https://b.test/')],
  ['a choice of events', () => userEvent.click(screen.getByRole('checkbox', { name: 'Key rotated' }))],
])('asks before %s is lost', async (_, type) => {
  const { address, close } = await open();
  await type();
  await close();
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(address()).toBe('/deployments?deployment=d1');
  await close();
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(address()).toBe('/deployments');
  });
});

test('asks before Cancel loses it', async () => {
  await open();
  await press('Cancel');
  expect(screen.queryByRole('form')).toBeNull();
  await press('Add a webhook…');
  await userEvent.keyboard('https://b.test/');
  await press('Cancel');
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Keep editing' }));
  const address = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Address' });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(address()?.value).toBe('https://b.test/');
  await press('Cancel');
  await userEvent.click(within(await asked()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(address()).toBeNull();
  });
  await press('Add a webhook…');
  expect(address()?.value).toBe('');
});

test('asks neither for an empty form nor for a webhook that was added', async () => {
  const { address, router, close } = await open();
  await close();
  expect(address()).toBe('/deployments');
  await act(() => router.navigate('/deployments?deployment=d1'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://b.test/{Enter}');
  await screen.findByText('whsec_x');
  await close();
  expect(address()).toBe('/deployments');
});

test.each(['typed', 'being added'])(
  'one that was %s when the session expired is there again for its user',
  async (state) => {
    const { backend, queryClient } = await open();
    backend.replies['POST create_webhook'] = 'never';
    await userEvent.keyboard('https://b.test/');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Key rotated' }));
    if (state === 'being added') {
      await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), '{Enter}');
      await waitFor(() => {
        expect(backend.sent('POST', 'create_webhook')).toHaveLength(1);
      });
    }
    await act(() => {
      forgetUserData(queryClient, testUser.id, true);
      return signOutAll();
    });
    expect(screen.queryByRole('form')).toBeNull();
    forgetUserData(queryClient, testUser.id);
    await act(() => signInAs());
    expect(await screen.findByRole('textbox', { name: 'Address' })).toHaveProperty(
      'value',
      'https://b.test/',
    );
    expect(screen.getByRole('checkbox', { name: 'Key rotated', checked: false })).toBeTruthy();
  },
);
