/** Where the focus is in a dialog whose values are read after it has opened. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, listingOf, repliesFor } from '../../testing/agents';

afterEach(cleanup);

const focused = () => document.activeElement;

async function open() {
  let respond = (): void => undefined;
  const listing = new Promise<{ json: unknown }>((resolve) => {
    respond = () => {
      resolve(listingOf(draftAgent, { etag: 'e1' }));
    };
  });
  startBackend({ ...repliesFor([draftAgent]), agent_listing: () => listing });
  await signInAs();
  renderPage(<AgentsPage />, '/agents?publish=a1');
  const title = await screen.findByRole('heading', { level: 2, name: /^Publish/ });
  await waitFor(() => {
    expect(focused()).toBe(title);
  });
  return respond;
}

test('waits on the title, then is in the first field', async () => {
  const respond = await open();
  act(respond);
  const field = await screen.findByRole('textbox', { name: 'Description' });
  await waitFor(() => {
    expect(focused()).toBe(field);
  });
});

test('stays where the user has moved it', async () => {
  const respond = await open();
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => {
    close.focus();
  });
  act(respond);
  await screen.findByRole('textbox', { name: 'Description' });
  expect(focused()).toBe(close);
});
