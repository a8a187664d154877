/** The form of a new webhook, closed while the webhook is being added. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useDialogParam } from '@slipway/platform';
import { type Reply, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import { WebhookSection } from './WebhookSection';

afterEach(cleanup);

/** As the panel of a deployment: closed, it has no section. */
function Details() {
  const { value } = useDialogParam('deployment');
  return value === null ? null : <WebhookSection deploymentId={value} />;
}

const url = 'https://a.test/hook';
const address = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Address' });

/** Sends a webhook, and closes the panel. The request waits for `respond`. */
async function sendAndClose() {
  let respond: (reply: Reply) => void = () => undefined;
  const backend = startBackend({
    'GET deployment_webhooks': { json: [] },
    'POST create_webhook': () =>
      new Promise<Reply>((resolve) => {
        respond = resolve;
      }),
  });
  await signInAs();
  const page = renderPage(<Details />, '/deployments?deployment=d1');
  const open = () => act(() => page.router.navigate('/deployments?deployment=d1'));
  const close = () => act(() => page.router.navigate('/deployments'));
  await userEvent.click(await screen.findByRole('button', { name: 'Add a webhook…' }));
  await userEvent.keyboard(`${url}{Enter}`);
  await waitFor(() => {
    expect(backend.sent('POST', 'create_webhook')).toHaveLength(1);
  });
  await close();
  expect(address()).toBeNull();
  return {
    ...page,
    ...{ open, close },
    respond: (reply: Reply) => {
      respond(reply);
    },
  };
}
const failure = { status: 500, json: { message: 'down' } };

test('the toast of a failure leads back to it, and it has what was typed, unless that is discarded', async () => {
  const { respond, open, close, router } = await sendAndClose();
  respond(failure);
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the form' }));
  expect(router.state.location.search).toBe('?deployment=d1');
  await waitFor(() => {
    expect(address()?.value).toBe(url);
  });
  await close();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(screen.queryByText(/^Events of this deployment/)).toBeNull();
  });
  await open();
  await screen.findByRole('button', { name: 'Add a webhook…' });
  expect(address()).toBeNull();
});

test('opened again before a failure, it waits, and then has what was typed', async () => {
  const { respond, open } = await sendAndClose();
  await open();
  await screen.findByText(/Copy it now/);
  expect(address()).toBeNull();
  respond(failure);
  await waitFor(() => {
    expect(address()?.value).toBe(url);
  });
});

test('opened again before a success, it closes, and the secret is shown', async () => {
  const { respond, open } = await sendAndClose();
  await open();
  respond({ json: [{ id: 'w1', secret: 'whsec_x' }] });
  await screen.findByText('whsec_x');
  expect(document.querySelector('[name=webhook-url]')).toBeNull();
});
