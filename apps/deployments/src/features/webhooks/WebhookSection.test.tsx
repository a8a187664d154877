/**
 * The webhooks of a deployment: what a rejection tells the owner, what is read again, and when the page looks for results. One
 * file, because all tests share the section and its backend.
 */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Replies, type Reply, renderPage, signInAs, startBackend } from '@slipway/testing';
import { webhookEvents, webhookQueries } from '../../data/webhooks';
import { WebhookSection } from './WebhookSection';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const url = 'https://a.test/hook';
const webhook = {
  ...{ id: 'w1', url, events: ['key.rotated'] },
  ...{ disabled_at: null as string | null, secret_lost_at: null as string | null },
};
const delivery = {
  ...{ id: 'm1', event: 'key.rotated', created_at: '2026-11-21T12:00:00Z', status: null },
  ...{ attempts: 0, delivered_at: null, due_at: '2026-11-21T12:00:00Z' },
};
const lists = { 'GET deployment_webhooks': { json: [webhook] }, 'GET webhook_deliveries': { json: [] } };
const rejected = (status: number) => ({ status, json: { message: 'the reason' } });

async function open(replies: Replies = {}) {
  const backend = startBackend({ ...lists, ...replies });
  await signInAs();
  const page = renderPage(<WebhookSection deploymentId="d1" />);
  const reads = () => ({
    webhooks: backend.sent('GET', 'deployment_webhooks').length,
    deliveries: backend.sent('GET', 'webhook_deliveries').length,
  });
  await waitFor(() => {
    expect(reads()).toEqual({ webhooks: 1, deliveries: 1 });
  });
  return { backend, reads, ...page };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function add(address: string) {
  await press('Add a webhook…');
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), address);
  await press('Add webhook');
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });

test('a new webhook shows its secret until it is dismissed, and the list is read again', async () => {
  const { backend, reads } = await open({
    'POST create_webhook': { json: [{ id: 'w2', secret: 'whsec_x' }] },
  });
  await add(' https://b.test/ ');
  expect(await screen.findByText('whsec_x')).toBeTruthy();
  expect(backend.sent('POST', 'create_webhook')[0]?.body).toMatchObject({
    ...{ deployment: 'd1', url: 'https://b.test/' },
  });
  await waitFor(() => {
    expect(reads()).toEqual({ webhooks: 2, deliveries: 2 });
  });
  expect(screen.queryByRole('textbox')).toBeNull();
  await press('Done');
  expect(screen.queryByText('whsec_x')).toBeNull();
});

test('Done replaces the secret of a new webhook with its card, also before the list is read again (23)', async () => {
  const { backend } = await open({ 'POST create_webhook': { json: [{ id: 'w2', secret: 'whsec_x' }] } });
  backend.replies = { ...backend.replies, 'GET deployment_webhooks': 'never' };
  await add('https://b.test/');
  expect(await screen.findByText('whsec_x')).toBeTruthy();
  const remove = () => screen.queryByRole('button', { name: 'Delete webhook https://b.test/' });
  expect(remove()).toBeNull();
  await press('Done');
  await waitFor(() => {
    expect(remove()).not.toBeNull();
  });
  expect(screen.queryByText('whsec_x')).toBeNull();
});

test('a new webhook that the list had before its secret came is listed once', async () => {
  let respond = (_: { json: object }): void => undefined;
  const { backend, queryClient } = await open({
    'POST create_webhook': () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  await add('https://b.test/');
  backend.replies = {
    ...backend.replies,
    'GET deployment_webhooks': { json: [webhook, { ...webhook, id: 'w2', url: 'https://b.test/' }] },
  };
  await queryClient.refetchQueries({ queryKey: webhookQueries.of('d1').queryKey });
  backend.replies = { ...backend.replies, 'GET deployment_webhooks': 'never' };
  respond({ json: [{ id: 'w2', secret: 'whsec_x' }] });
  expect(await screen.findByText('whsec_x')).toBeTruthy();
  await press('Done');
  expect(await screen.findAllByRole('button', { name: 'Delete webhook https://b.test/' })).toHaveLength(1);
});

test.each([
  [409, 'This deployment already sends to this address, or has five webhooks.'],
  [400, 'Couldn’t add the webhook. Try again in a moment.'],
  [429, 'Too many changes or test events for one day. Try again tomorrow.'],
  [503, 'Couldn’t add the webhook. Try again in a moment.'],
])('rejected with %i, a new webhook stays in the form', async (status, text) => {
  let respond = (): void => undefined;
  const { reads, toasts } = await open({
    'POST create_webhook': () =>
      new Promise<Reply>((resolve) => {
        respond = () => {
          resolve(rejected(status));
        };
      }),
  });
  await add(url);
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Copy secret');
  });
  respond();
  await waitFor(() => {
    expect(toasts('error')).toEqual([text]);
  });
  expect(field().value).toBe(url);
  await waitFor(() => {
    expect(document.activeElement).toBe(field());
  });
  await waitFor(() => {
    expect(reads().webhooks).toBe(2);
  });
});

test.each([['https://a.test/#'], ['HTTPS://a.test/'], ['https://a.test/a b']])(
  'the field explains why %s is not sent',
  async (address) => {
    const { backend } = await open();
    await add(address);
    expect(await screen.findByText(/^Enter an address that starts with https:/)).toBeTruthy();
    expect(document.activeElement).toBe(field());
    expect(backend.sent('POST', 'create_webhook')).toEqual([]);
  },
);

interface Change {
  request: string;
  name: string;
  dialog?: string;
  isOff?: boolean;
  status?: number;
  text?: string;
}
test.each([
  [
    'some',
    ['quota.reached', 'spend.alert'],
    ['Calls rejected: plan or spend limit used up', '50, 80 or 100% of a spend limit used'],
  ],
  ['all', [...webhookEvents], ['All events']],
  ['all and later ones', [...webhookEvents, 'later.event'], ['All events']],
])('events whose names have commas are a list: %s (23)', async (_, events, names) => {
  await open({ 'GET deployment_webhooks': { json: [{ ...webhook, events }] } });
  const list = await screen.findByRole('list', { name: `Events sent to ${url}` });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});

test.each<Change>([
  { request: 'POST test_webhook', name: `Send test event to ${url}` },
  {
    ...{ request: 'POST test_webhook', name: `Send test event to ${url}`, status: 429 },
    text: 'Too many changes or test events for one day. Try again tomorrow.',
  },
  { request: 'POST enable_webhook', name: 'Turn on again', isOff: true },
  { request: 'POST rotate_webhook_secret', name: `Rotate secret of ${url}`, dialog: 'Rotate the secret?' },
  { request: 'DELETE deployment_webhooks', name: `Delete webhook ${url}`, dialog: 'Delete the webhook?' },
])('a rejected $request is reported, and the state is read again', async (change) => {
  const { request, name, dialog, isOff, status = 503 } = change;
  const { text = 'Couldn’t change the webhook. Try again in a moment.' } = change;
  const disabled_at = isOff ? '2026-11-21T12:00:00Z' : null;
  const { reads, toasts } = await open({
    'GET deployment_webhooks': { json: [{ ...webhook, disabled_at }] },
    [request]: rejected(status),
  });
  await press(name);
  if (dialog) {
    const asked = within(await screen.findByRole('dialog', { name: dialog }));
    await userEvent.click(asked.getByRole('button', { name: /^(Rotate secret|Delete)$/ }));
  }
  await waitFor(() => {
    expect(toasts()).toEqual([text]);
    expect(reads()).toEqual({ webhooks: 2, deliveries: 2 });
  });
});

test('a deleted webhook goes before the response: a late one would move what is below', async () => {
  await open({ 'DELETE deployment_webhooks': 'never' });
  await press(`Delete webhook ${url}`);
  const asked = within(await screen.findByRole('dialog', { name: 'Delete the webhook?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Delete' }));
  await waitFor(() => {
    expect(screen.queryByText(url)).toBeNull();
  });
});

test('a change of a webhook reloads the other tabs of this browser', async () => {
  await open();
  const otherTab = new BroadcastChannel('slipway-deployments');
  onTestFinished(() => {
    otherTab.close();
  });
  const heard = vi.fn();
  otherTab.addEventListener('message', heard);
  await press(`Send test event to ${url}`);
  await waitFor(() => {
    expect(heard).toHaveBeenCalledOnce();
  });
});

test.each([
  ['are', 'on', null],
  ['are not', 'off', '2026-11-21T12:00:00Z'],
])('messages that wait %s read again while the webhook is %s', async (verb, _, disabled_at) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { reads } = await open({
    'GET deployment_webhooks': { json: [{ ...webhook, disabled_at }] },
    'GET webhook_deliveries': { json: [delivery] },
  });
  await screen.findByRole('table');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(reads().deliveries > 1).toBe(verb === 'are');
});

test('a webhook whose secret the server cannot read says what to do, and nothing about its receiver', async () => {
  const lost = { ...webhook, disabled_at: '2026-11-21T12:00:00Z', secret_lost_at: '2026-11-20T12:00:00Z' };
  await open({ 'GET deployment_webhooks': { json: [lost] } });
  expect(await screen.findByText(/can no longer read the secret\. Rotate it/)).toBeTruthy();
  expect(screen.queryByText(/^Turned off/)).toBeNull();
  expect(screen.getByRole('button', { name: `Rotate secret of ${url}` })).toBeTruthy();
});

test('an address is shown in full: two may differ at the end only', async () => {
  await open();
  const address = await screen.findByText(url);
  expect(address.dataset).not.toHaveProperty('clamped');
  expect(address.dataset.preserveLines).toBe('true');
});

test.each([
  ['on', null, /^Failed \(500\), next attempt /],
  ['off', '2026-11-21T12:00:00Z', /^Failed \(500\), sent again when the webhook is on$/],
])('a failed message of a webhook that is %s', async (_, disabled_at, result) => {
  await open({
    'GET deployment_webhooks': { json: [{ ...webhook, disabled_at }] },
    'GET webhook_deliveries': { json: [{ ...delivery, status: 500, attempts: 3 }] },
  });
  const text = await screen.findByText(result);
  // It may break into lines: on one, its end is out of sight.
  expect(text.dataset.preserveLines).toBe('true');
});
