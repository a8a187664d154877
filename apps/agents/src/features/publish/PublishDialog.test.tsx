/** The dialog of a listing: while its agent is published or rejected, and of a published agent. */
import { useState } from 'react';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, publishedAgent, repliesFor } from '../../testing/agents';
import { PublishDialog } from './PublishDialog';

afterEach(cleanup);

function PublishPage() {
  const [agent, setAgent] = useState(draftAgent);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setAgent({ ...draftAgent, is_public: true, status: 'active' });
        }}
      >
        read the list again
      </button>
      <PublishDialog
        agent={agent}
        onAddName={undefined}
        onPublished={vi.fn()}
        onFailure={vi.fn()}
        onClose={vi.fn()}
      />
    </>
  );
}

test('keeps its title and its button when the agent is published and the dialog is still open', async () => {
  startBackend(repliesFor([draftAgent]));
  await signInAs();
  renderPage(<PublishPage />);
  const texts = async () => [
    (await screen.findByRole('heading', { level: 2 })).textContent,
    screen.queryByRole('button', { name: 'Publish' }) !== null,
  ];
  await screen.findByRole('textbox', { name: 'Description' });
  expect(await texts()).toEqual(['Publish Helper', true]);
  await userEvent.click(screen.getByText('read the list again'));
  expect(await texts()).toEqual(['Publish Helper', true]);
});

test.each([
  [
    'pending_deletion',
    /^Your account will be deleted\. To publish agents, keep your account on the dashboard/,
  ],
  ['other', /^Couldn’t publish the agent/],
])('an agent that is rejected with the hint %s says why', async (hint, message) => {
  // Published before: it has a price.
  const hidden = { ...publishedAgent, is_public: false, calls_end_at: '2026-12-30T00:00:00Z' };
  const rejection = { status: 403, json: { code: 'PT403', message: 'x', hint } };
  startBackend({ ...repliesFor([hidden]), publish_agent: rejection });
  await signInAs();
  const { toasts } = renderPage(<AgentsPage />, `/agents?publish=${hidden.id}`);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Description' }), ' more');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => {
    expect(toasts('error')).toEqual([expect.stringMatching(message)]);
  });
});

test.each([
  [publishedAgent, 'Save Changes', 'Changes saved', 'Couldn’t save your changes'],
  [draftAgent, 'Publish', 'Agent published', 'Couldn’t publish the agent'],
])('says what it did: %#', async (agent, button, success, failure) => {
  const backend = startBackend({ ...repliesFor([agent]), publish_agent: { status: 204 } });
  await signInAs();
  const onFailure = vi.fn();
  const { toasts } = renderPage(
    <PublishDialog
      agent={agent}
      onAddName={undefined}
      onPublished={vi.fn()}
      onFailure={onFailure}
      onClose={vi.fn()}
    />,
  );
  await userEvent.selectOptions(await screen.findByLabelText('Category'), 'Sales');
  await userEvent.selectOptions(screen.getByLabelText('Pricing'), 'Free');
  await userEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => {
    expect(toasts('success')).toEqual([success]);
  });
  backend.replies['publish_agent'] = { status: 500 };
  await userEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => {
    expect(onFailure).toHaveBeenCalledWith(expect.anything(), failure, expect.anything());
  });
});
