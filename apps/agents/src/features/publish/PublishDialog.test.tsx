/** The dialog of a listing while its agent is published. */
import { useState } from 'react';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { draftAgent, repliesFor } from '../../testing/agents';
import { PublishDialog } from './PublishDialog';

afterEach(cleanup);

function PublishPage() {
  const [agent, setAgent] = useState(draftAgent);
  return (
    <>
      <button
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
