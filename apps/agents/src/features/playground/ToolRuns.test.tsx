/** Tools in the playground: the tools that the agent uses are shown, and those that may change something wait for the user. */
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Playground from '../../slots/Playground';
import { streamEvent } from '../../testing/streamEvent';

let sent: Record<string, unknown>[] = [];

const usage = { input_tokens: 3, output_tokens: 1, is_estimate: false };
const run = { id: 'call_1', name: 'add_note', arguments: '{"text":"tea"}', server: 'notes.example' };
const waiting = {
  ...{ token: 'ta_x', expires_at: '2026-11-22T12:00:00Z' },
  calls: [{ ...run, arguments_hash: 'a1' }],
};

beforeEach(async () => {
  startBackend();
  await signInAs();
  HTMLElement.prototype.scrollIntoView = () => undefined;
  sent = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(replies: string[]) {
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
    const headers = { 'content-type': 'text/event-stream', 'slipway-model': 'small-1' };
    return Promise.resolve(new Response(replies[sent.length - 1], { headers }));
  });
  renderPage(<Playground name="Helper" agentId="a1" />);
}
const send = (text: string) =>
  userEvent.type(screen.getByRole('textbox', { name: 'Message' }), `${text}{Enter}`);
const asks =
  streamEvent('tool', { ...run, id: 'call_0', name: 'search', state: 'done' }) +
  streamEvent('done', { usage, tool_approval_required: waiting });

test.each([
  ['Allow', true, streamEvent('tool', { ...run, state: 'done' }), 'Used add_note'],
  ['Don’t allow', false, streamEvent('tool', { ...run, state: 'rejected' }), 'Rejected add_note'],
])('%s sends the decision about exactly the call that is shown', async (name, approved, tool, shown) => {
  show([asks, tool + streamEvent('delta', { content: 'Done' }) + streamEvent('done', { usage })]);
  await send('Add tea');
  expect(await screen.findByRole('heading', { name: 'Allow this call?' })).toBeTruthy();
  expect(screen.getByText('Used search')).toBeTruthy();
  expect(screen.getByText(/"text": "tea"/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name }));
  const conversation = within(screen.getByRole('list', { name: 'Conversation with Helper' }));
  expect(await conversation.findByText('Done')).toBeTruthy();
  expect(sent[1]).toEqual({
    ...sent[0],
    tool_approval: { token: 'ta_x', calls: [{ id: 'call_1', arguments_hash: 'a1', approved }] },
  });
  expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.getByText('Used search')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Allow this call?' })).toBeNull();
});
