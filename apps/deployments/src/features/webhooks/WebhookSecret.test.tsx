/**
 * A new webhook: it is added once, and the focus goes from its address to what copies its secret. One file, because all tests
 * share the section and its backend.
 */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useDialogParam } from '@slipway/platform';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { WebhookSection } from './WebhookSection';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const url = 'https://a.test/hook';
const webhook = { id: 'w1', url, events: ['key.rotated'], disabled_at: null, secret_lost_at: null };

async function open(replies: Replies) {
  const backend = startBackend({ 'GET deployment_webhooks': { json: [webhook] }, ...replies });
  await signInAs();
  return { backend, ...renderPage(<WebhookSection deploymentId="d1" />) };
}

/** As the panel of a deployment: closed, it has no section. */
function DeploymentDetails() {
  const { value } = useDialogParam('details');
  return value === null ? null : <WebhookSection deploymentId={value} />;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function add(address: string) {
  await press('Add a webhook…');
  await userEvent.keyboard(`${address}{Enter}`);
}
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('two presses in one task send one webhook, and no error covers its secret (23)', async () => {
  let count = 0;
  const { backend, toasts } = await open({
    'POST create_webhook': () =>
      count++ === 0
        ? { json: [{ id: 'w2', secret: 'whsec_x' }] }
        : { status: 409, json: { message: 'the reason' } },
  });
  await press('Add a webhook…');
  await userEvent.keyboard('https://b.test/');
  const form = screen.getByRole('form', { name: 'Add webhook' });
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(await screen.findByText('whsec_x')).toBeTruthy();
  expect(backend.sent('POST', 'create_webhook')).toHaveLength(1);
  expect(toasts('error')).toEqual([]);
});

test('the secret wraps on a phone (23)', async () => {
  await open({ 'POST create_webhook': { json: [{ id: 'w2', secret: 'whsec_x' }] } });
  await add('https://b.test/');
  // The design system breaks a line of such a text anywhere.
  expect((await screen.findByText('whsec_x')).dataset.preserveLines).toBe('true');
  expect(screen.getByText(/^The secret that verifies/).dataset.preserveLines).toBe('true');
});

test('a secret names its webhook, and comes with the code that verifies messages', async () => {
  await open({
    'POST create_webhook': { json: [{ id: 'w2', secret: 'whsec_x' }] },
    'POST rotate_webhook_secret': { json: 'whsec_y' },
    'GET webhook_deliveries': { json: [] },
  });
  await add('https://b.test/');
  await screen.findByText('whsec_x');
  expect(screen.getByText(/^The secret that verifies messages to https:\/\/b\.test\//)).toBeTruthy();
  expect(screen.getByRole('region', { name: /JavaScript/ }).textContent).toContain(
    'webhook.verify(body, headers)',
  );
  await press(`Rotate secret of ${url}`);
  const asked = within(await screen.findByRole('dialog', { name: 'Rotate the secret?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Rotate secret' }));
  await screen.findByText('whsec_y');
  expect(screen.getByText(/^The secret that verifies messages to https:\/\/a\.test\/hook/)).toBeTruthy();
  // The first one is not confirmed.
  expect(screen.getByText('whsec_x')).toBeTruthy();
});

test('a secret that is not confirmed is there again when the panel was closed', async () => {
  const backend = startBackend({
    'GET deployment_webhooks': { json: [webhook] },
    'GET webhook_deliveries': { json: [] },
    'POST rotate_webhook_secret': { json: 'whsec_y' },
  });
  await signInAs();
  const { router } = renderPage(<DeploymentDetails />, '/?details=d1');
  await press(`Rotate secret of ${url}`);
  const asked = within(await screen.findByRole('dialog', { name: 'Rotate the secret?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Rotate secret' }));
  await screen.findByText('whsec_y');
  const show = (address: string) => act(() => router.navigate(address));
  await show('/');
  expect(screen.queryByText('whsec_y')).toBeNull();
  await show('/?details=d2');
  await screen.findByRole('button', { name: `Rotate secret of ${url}` });
  expect(screen.queryByText('whsec_y')).toBeNull();
  await show('/?details=d1');
  expect(screen.getByText('whsec_y')).toBeTruthy();
  await press('Done');
  await show('/');
  await show('/?details=d1');
  expect(screen.queryByText('whsec_y')).toBeNull();
  expect(backend.sent('POST', 'rotate_webhook_secret')).toHaveLength(1);
});

test('the focus is on the address of a new webhook, then on what copies its secret (23)', async () => {
  await open({ 'POST create_webhook': { json: [{ id: 'w2', secret: 'whsec_x' }] } });
  await press('Add a webhook…');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' }));
  await userEvent.keyboard('https://b.test/{Enter}');
  await screen.findByText('whsec_x');
  expect(focused()).toBe('Copy secret');
  await press('Done');
  expect(focused()).toBe('Add a webhook…');
});

test('a secret has its place at the press, and the webhook is listed after it: a late response moves nothing', async () => {
  const added = { ...webhook, id: 'w2', url: 'https://b.test/' };
  let respond = (_: { json: object }): void => undefined;
  let isAdded = false;
  const { backend } = await open({
    'GET deployment_webhooks': () => ({ json: isAdded ? [webhook, added] : [webhook] }),
    'POST create_webhook': () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  await add(added.url);
  expect(screen.queryByRole('form')).toBeNull();
  expect(await screen.findByText(/^whsec_•{44}$/)).toBeTruthy();
  expect(focused()).toBe('Copy secret');
  isAdded = true;
  respond({ json: [{ id: 'w2', secret: 'whsec_x' }] });
  await screen.findByText('whsec_x');
  await waitFor(() => {
    expect(backend.sent('GET', 'deployment_webhooks')).toHaveLength(2);
  });
  expect(screen.queryByRole('button', { name: `Delete webhook ${added.url}` })).toBeNull();
  await press('Done');
  expect(await screen.findByRole('button', { name: `Delete webhook ${added.url}` })).toBeTruthy();
});

test('the focus stays in the list when it was or is full (23)', async () => {
  let rows = [1, 2, 3, 4].map((at) => ({ ...webhook, id: `w${String(at)}`, url: `${url}/${String(at)}` }));
  const last = { ...webhook, id: 'w5', url: `${url}/5` };
  const { backend } = await open({
    'GET deployment_webhooks': () => ({ json: rows }),
    'POST create_webhook': () => {
      rows = [...rows, last];
      return { json: [{ id: 'w5', secret: 'whsec_x' }] };
    },
    'DELETE deployment_webhooks': () => {
      rows = rows.slice(0, 4);
      return { status: 204 };
    },
  });
  await add(last.url);
  await waitFor(() => {
    expect(backend.sent('GET', 'deployment_webhooks')).toHaveLength(2);
  });
  await press('Done');
  expect(focused()).toBe(`Send test event to ${url}/1`);
  await press(`Delete webhook ${last.url}`);
  const asked = within(await screen.findByRole('dialog', { name: 'Delete the webhook?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Add a webhook…' });
  expect(focused()).toBe(`Send test event to ${url}/1`);
});

test('a webhook that is turned on again is confirmed, and the focus stays in its card', async () => {
  let disabled_at: string | null = '2026-11-21T12:00:00Z';
  const { toasts } = await open({
    'GET deployment_webhooks': () => ({ json: [{ ...webhook, disabled_at }] }),
    'GET webhook_deliveries': { json: [] },
    'POST enable_webhook': () => {
      disabled_at = null;
      return { status: 204 };
    },
  });
  await press('Turn on again');
  await screen.findByRole('button', { name: `Send test event to ${url}` });
  expect(focused()).toBe(`Send test event to ${url}`);
  expect(toasts('success')).toEqual(['Webhook turned on']);
});

test('a new secret names its webhook, until that is deleted', async () => {
  const second = { ...webhook, id: 'w2', url: 'https://b.test/' };
  await open({
    'GET deployment_webhooks': { json: [webhook, second] },
    'POST rotate_webhook_secret': { json: 'whsec_y' },
    'DELETE deployment_webhooks': { status: 204 },
  });
  const confirm = async (title: string, name: string) => {
    const asked = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(asked.getByRole('button', { name }));
  };
  await press(`Rotate secret of ${second.url}`);
  await confirm('Rotate the secret?', 'Rotate secret');
  expect(await screen.findByText(/^The secret that verifies messages to https:\/\/b\.test\/\./)).toBeTruthy();
  await press(`Delete webhook ${url}`);
  await confirm('Delete the webhook?', 'Delete');
  expect(screen.getByText('whsec_y')).toBeTruthy();
  await press(`Delete webhook ${second.url}`);
  await confirm('Delete the webhook?', 'Delete');
  await waitFor(() => {
    expect(screen.queryByText('whsec_y')).toBeNull();
  });
});

test.each([
  [null, /^For one day, messages to https:\/\/a\.test\/hook are signed with both secrets/],
  ['2026-11-20T12:00:00Z', /^Messages to https:\/\/a\.test\/hook are sent again, signed with the new one\.$/],
])('what a rotation does, of a secret that was lost at %s', async (secret_lost_at, text) => {
  await open({ 'GET deployment_webhooks': { json: [{ ...webhook, secret_lost_at }] } });
  await press(`Rotate secret of ${url}`);
  const asked = within(await screen.findByRole('dialog', { name: 'Rotate the secret?' }));
  expect(asked.getByText(text)).toBeTruthy();
});
