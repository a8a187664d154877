/** Spend limits: what was spent, alerts at 50, 80 and 100 %, and setting and removing a limit. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import type { SpendLimit } from '../../data/spendLimits';
import DeploymentLimits from '../../slots/DeploymentLimits';
import { SpendLimits } from './SpendLimits';

afterEach(cleanup);

const account: SpendLimit = {
  ...{ scope: 'account', subject: 'u1', name: null, amount: null, spent: 12.5, alerted: null },
  ...{ month: '2026-11-01', resets_at: '2026-12-01T00:00:00Z' },
};

async function open(limits: SpendLimit[], page = <SpendLimits />) {
  const backend = startBackend({
    'POST list_spend_limits': { json: limits },
    'POST set_spend_limit': { status: 204 },
    'POST remove_spend_limit': { status: 204 },
  });
  await signInAs();
  const { router } = renderPage(page, '/billing');
  return Object.assign(backend, { router });
}
const toastText = (kind: string) =>
  document.querySelector(`[data-toast=${kind}] [aria-live]`)?.textContent ?? '';

test('an amount in whole cents is saved; anything else is explained beside the field', async () => {
  const backend = await open([account]);
  const field = await screen.findByRole('textbox', { name: 'Monthly limit of your account, in US dollars' });
  expect(screen.getByText('$12.50 this month, no limit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  await userEvent.type(field, '1.234{Enter}');
  expect(screen.getByText('Enter an amount from 0 to 1,000,000, with at most two decimals')).toBeTruthy();
  expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
  expect(backend.sent('POST', 'set_spend_limit')).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, '25.5');
  await userEvent.click(screen.getByRole('button', { name: 'Save the limit of your account' }));
  await waitFor(() => {
    expect(toastText('success')).toContain('Limit saved');
  });
  expect(backend.sent('POST', 'set_spend_limit')[0]?.body).toEqual({
    ...{ scope: 'account', subject: 'u1', amount: 25.5 },
  });
});

test.each([
  [49.99, undefined],
  [50, '50% of the limit is used. It resets on Dec 1, 2026 (UTC).'],
  [62.5, '62% of the limit is used. It resets on Dec 1, 2026 (UTC).'],
  [80, '80% of the limit is used. It resets on Dec 1, 2026 (UTC).'],
  [100, 'The limit is reached. Calls are rejected until Dec 1, 2026 (UTC), or until you raise it.'],
])('$%d of $100 is reported as: %s', async (spent, text) => {
  await open([{ ...account, amount: 100, spent }]);
  expect(await screen.findByRole('progressbar', { name: 'Your account' })).toBeTruthy();
  expect(screen.queryByText(/limit is/)?.textContent).toBe(text);
});

test.each([0, 0.05])(
  'with a limit of $0 and $%d spent, calls are rejected until it is raised',
  async (spent) => {
    await open([{ ...account, amount: 0, spent }]);
    expect(
      await screen.findByText(
        'The limit is reached. Calls that cost anything are rejected until you raise or remove it.',
      ),
    ).toBeTruthy();
  },
);

test('a limit into which no further call fits is reached, as the mail about it says', async () => {
  await open([{ ...account, amount: 0.18, spent: 0.15, alerted: 100 }]);
  expect(await screen.findByText(/^The limit is reached\. Calls are rejected until/)).toBeTruthy();
});

test('the limits of a deployment and its key, with the way to remove one', async () => {
  const deployment: SpendLimit = { ...account, scope: 'deployment', subject: 'd1', name: 'bot', amount: 10 };
  const key: SpendLimit = { ...account, scope: 'key', subject: 'k1', name: 'bot ak_••••abcd' };
  const backend = await open([deployment, key], <DeploymentLimits deploymentId="d1" />);
  const remove = await screen.findByRole('button', { name: 'Remove the limit of bot' });
  expect(backend.sent('POST', 'list_spend_limits')[0]?.body).toEqual({ deployment: 'd1' });
  // A name may be one long word, which has to wrap anywhere.
  expect(screen.getByText('bot ak_••••abcd').dataset['preserveLines']).toBe('true');
  expect(
    screen.getByRole('textbox', { name: 'Monthly limit of bot ak_••••abcd, in US dollars' }),
  ).toBeTruthy();
  await userEvent.click(remove);
  expect(document.activeElement).toBe(
    screen.getByRole('textbox', { name: 'Monthly limit of bot, in US dollars' }),
  );
  await waitFor(() => {
    expect(backend.sent('POST', 'remove_spend_limit')[0]?.body).toEqual({
      scope: 'deployment',
      subject: 'd1',
    });
  });
});

test('an error is shown when a limit could not be changed', async () => {
  const backend = await open([account]);
  const field = await screen.findByRole('textbox');
  backend.replies = { 'POST set_spend_limit': { status: 500, json: { message: 'down' } } };
  await userEvent.type(field, '5{Enter}');
  await waitFor(() => {
    expect(toastText('error')).toContain('Couldn’t change the limit');
  });
});

test('a limit that could not be removed is in its field again', async () => {
  const backend = await open([{ ...account, amount: 40 }]);
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  backend.replies = {
    ...backend.replies,
    'POST remove_spend_limit': { status: 500, json: { message: 'down' } },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Remove the limit of your account' }));
  await waitFor(() => {
    expect(toastText('error')).toContain('Couldn’t change the limit');
  });
  expect(field.value).toBe('40.00');
});

test('a limit that was changed elsewhere is in its field, unless something else was typed', async () => {
  const deployment: SpendLimit = { ...account, scope: 'deployment', subject: 'd1', name: 'bot', amount: 10 };
  const backend = await open([{ ...account, amount: 40 }, deployment]);
  const [own, other] = await screen.findAllByRole<HTMLInputElement>('textbox');
  if (!own || !other) throw new Error('no fields');
  await userEvent.clear(other);
  await userEvent.type(other, '7');
  backend.replies = {
    ...backend.replies,
    'POST list_spend_limits': {
      json: [
        { ...account, amount: 60 },
        { ...deployment, amount: 20 },
      ],
    },
  };
  await userEvent.click(screen.getByRole('button', { name: 'Save the limit of your account' }));
  await waitFor(() => {
    expect(own.value).toBe('60.00');
  });
  expect(other.value).toBe('7');
});

test('a limit that is not saved asks before another page replaces it, and a saved one does not', async () => {
  const backend = await open([account, { ...account, scope: 'deployment', subject: 'd1', name: 'bot' }]);
  const [own, other] = await screen.findAllByRole<HTMLInputElement>('textbox');
  if (!own || !other) throw new Error('no fields');
  await userEvent.type(own, '5');
  await userEvent.type(other, '7');
  await userEvent.clear(other);
  await act(() => backend.router.navigate('/agents'));
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  expect(backend.router.state.location.pathname).toBe('/billing');
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(own.value).toBe('5');

  backend.replies = { ...backend.replies, 'POST list_spend_limits': { json: [{ ...account, amount: 5 }] } };
  await userEvent.type(own, '{Enter}');
  await screen.findByRole('progressbar', { name: 'Your account' });
  await waitFor(() => {
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });
  await act(() => backend.router.navigate('/agents'));
  expect(backend.router.state.location.pathname).toBe('/agents');
});

test('a limit that is not saved asks before the details of its deployment close', async () => {
  const limit: SpendLimit = { ...account, scope: 'deployment', subject: 'd1', name: 'bot' };
  const { router } = await open([limit], <DeploymentLimits deploymentId="d1" parameter="deployment" />);
  await act(() => router.navigate('/deployments?deployment=d1'));
  await userEvent.type(await screen.findByRole('textbox'), '5');
  await act(() => router.navigate('/deployments'));
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  expect(router.state.location.search).toBe('?deployment=d1');
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
});

test('what waits has the places of what comes: one limit of the account, two of a deployment and its key', async () => {
  startBackend({ 'POST list_spend_limits': 'never' });
  await signInAs();
  const placesIn = async (page = <SpendLimits />) => {
    const { container } = renderPage(page, '/billing');
    await screen.findByText('Loading');
    const places = container.querySelectorAll('[aria-busy] [data-shape=block]').length;
    cleanup();
    return places;
  };
  expect(await placesIn()).toBe(1);
  expect(await placesIn(<DeploymentLimits deploymentId="d1" />)).toBe(2);
});
