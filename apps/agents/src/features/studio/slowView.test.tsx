/** On a slow device, the templates stay where they are when the agents become a table long after the press. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The height of the page that the browser would lay out. */
const HEIGHT = 640;

test.each([
  [300, ''],
  [500, `${String(HEIGHT)}px`],
])('agents that change %d ms after the press have the minimum height “%s”', async (time, minHeight) => {
  startBackend(repliesFor([draftAgent]));
  await signInAs();
  renderPage(<AgentsPage />, '/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // The page reads its height once, at the press, after the clock.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => {
    now += time;
    return HEIGHT;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Cards' }));
  const agents = screen.getByRole('region', { name: 'Your agents' });
  await waitFor(() => {
    expect(agents.querySelector('table')).toBeNull();
  });
  expect(agents.style.minHeight).toBe(minHeight);
});
