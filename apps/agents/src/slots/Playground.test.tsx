/**
 * The playground: sending, streaming, stopping, retrying and the errors of the gateway. One file: all tests share one fake
 * gateway.
 */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AgentTrial } from '@slipway/contracts';
import { renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { userStorageKey } from '@slipway/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Playground from './Playground';
import { streamEvent } from '../testing/streamEvent';

interface Sent {
  body: Record<string, unknown>;
  signal: AbortSignal | null | undefined;
}

let sent: Sent[] = [];

const usage = { input_tokens: 3, output_tokens: 1, is_estimate: true };
const answer = (text: string) => streamEvent('delta', { content: text }) + streamEvent('done', { usage });
const stream = (text: string, model = 'sample') =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', 'slipway-model': model } });

beforeEach(async () => {
  startBackend();
  await signOutAll();
  HTMLElement.prototype.scrollIntoView = () => undefined;
  sent = [];
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Replies to each message in turn; the last reply repeats. */
function show(
  replies: (Response | 'unreachable' | 'pending')[],
  trial: Partial<AgentTrial> = { prompt: 'Help' },
) {
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sent.push({ body: JSON.parse(String(init.body)) as Sent['body'], signal: init.signal });
    const reply = replies[Math.min(sent.length, replies.length) - 1];
    if (reply === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    if (reply === 'pending' || reply === undefined) {
      return new Promise((_, reject) => {
        const abort = () => {
          reject(new DOMException('Aborted', 'AbortError'));
        };
        if (init.signal?.aborted) abort();
        init.signal?.addEventListener('abort', abort);
      });
    }
    return Promise.resolve(reply);
  });
  renderPage(<Playground name="Helper" {...trial} />);
}

/** The live region is the section's own, beside those of its notices. */
const announced = () => document.querySelector('section > [role=status]')?.textContent;
const conversation = () => within(screen.getByRole('list', { name: 'Conversation with Helper' }));
const send = async (text: string) => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), `${text}{Enter}`);
};

test('streams an answer with its usage, and announces it once', { tags: ['AGT-22'] }, async () => {
  show([stream(answer('Hi there'))], { prompt: 'Help', temperature: 0.9, maxTokens: 2000 });
  expect(screen.getByText(/^Start a conversation with Helper/)).toBeTruthy();
  await send('Hello');
  expect(await screen.findByText('about 3 tokens in, 1 token out, cost $0.00')).toBeTruthy();
  expect(conversation().getByText('Hello')).toBeTruthy();
  expect(conversation().getByText('Hi there')).toBeTruthy();
  expect(screen.getByText(/^Sample model/)).toBeTruthy();
  expect(announced()).toBe('Hi there');
  expect(sent[0]?.body).toEqual({
    ...{ name: 'Helper', prompt: 'Help', temperature: 0.9, max_tokens: 2000, stream: true },
    messages: [{ role: 'user', content: 'Hello' }],
  });
});

test('in a panel, the actions have their place before the first message: sending moves nothing', async () => {
  show([stream(answer('Hi'))], { prompt: 'Help', fills: true });
  const deletion = screen.getByRole('button', { name: 'Delete conversation' });
  const isReserved = () => deletion.parentElement?.hasAttribute('data-reserved');
  expect(isReserved()).toBe(true);
  await send('Hello');
  expect(isReserved()).toBe(false);
  expect(screen.getByRole('button', { name: 'Delete conversation' })).toBe(deletion);
});

test('sends only the id of a stored agent, and names its model', async () => {
  show([stream(answer('Hi'), 'small-1')], { agentId: 'a1' });
  await send('Hello');
  expect(await screen.findByText('Answered by small-1')).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    ...{ agent_id: 'a1', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
  });
});

test('sends the conversation so far with the next message', async () => {
  show([stream(answer('One')), stream(answer('Two'))]);
  await send('First');
  expect(await conversation().findByText('One')).toBeTruthy();
  await screen.findByRole('button', { name: 'Send' });
  await send('Second');
  expect(await conversation().findByText('Two')).toBeTruthy();
  expect(sent[1]?.body.messages).toEqual([
    { role: 'user', content: 'First' },
    { role: 'assistant', content: 'One' },
    { role: 'user', content: 'Second' },
  ]);
});

test('Stop aborts the request; the next message omits the stopped turn', async () => {
  show(['pending', stream(answer('Two'))]);
  await send('First');
  expect(announced()).toBe('Helper is answering');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await conversation().findByText('Stopped')).toBeTruthy();
  expect(sent[0]?.signal?.aborted).toBe(true);
  // No spinner.
  expect(
    conversation().queryByText('Helper')?.closest('li')?.querySelector('[aria-hidden=true]:empty'),
  ).toBeNull();
  await send('Second');
  expect(await conversation().findByText('Two')).toBeTruthy();
  expect(sent[1]?.body.messages).toEqual([{ role: 'user', content: 'Second' }]);
});

test('retries the last message after a failure; the focus is in the field then', async () => {
  show(['unreachable', stream(answer('Hi'))]);
  await send('Hello');
  expect(await screen.findByText('Couldn’t reach the agent. Check your connection.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  expect(await conversation().findByText('Hi')).toBeTruthy();
  expect(sent[1]?.body.messages).toEqual([{ role: 'user', content: 'Hello' }]);
  expect(conversation().getAllByText('Hello')).toHaveLength(1);
});

test.each([
  [401, 'Sign in to try this agent'],
  [404, 'This agent isn’t available'],
  [413, 'The message is too long. Sign in to send more'],
  [429, 'Too many messages. Wait a minute, then try again.'],
  [501, 'This agent runs on its creator’s site and can’t be tried here'],
  [502, 'The model didn’t respond'],
])('explains status %i', async (status, text) => {
  show([Response.json({}, { status })]);
  await send('Hello');
  await waitFor(() => {
    expect(screen.getByRole('alert').textContent).toContain(text);
  });
});

test.each([
  ['a visitor', false, 'Today’s free messages for visitors are used up. Sign in to send more'],
  ['a user', true, 'Today’s free messages are used up. Try again after midnight (UTC).'],
])('when the messages of a day are used up, the error for %s says until when', async (_, isUser, text) => {
  if (isUser) await signInAs();
  show([Response.json({}, { status: 429, headers: { 'retry-after': '7200' } })]);
  await send('Hello');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

test('a signed-in user whose message is too long is not asked to sign in', async () => {
  await signInAs();
  show([Response.json({}, { status: 400 })]);
  await send('Hello');
  expect((await screen.findByRole('alert')).textContent).toContain('The message is too long. Shorten it.');
});

test('the error of an answer that broke off is below what has arrived', async () => {
  show([stream(streamEvent('delta', { content: 'Half an' }))]);
  await send('Hello');
  const error = await screen.findByRole('alert');
  const half = conversation().getByText('Half an');
  expect(half.compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('an empty answer has a text instead of a spinner', async () => {
  show([stream(streamEvent('done', { usage }))]);
  await send('Hello');
  expect(await conversation().findByText('The answer is empty')).toBeTruthy();
});

test('a request that another one replaces does not end that one', async () => {
  show(['unreachable', 'pending']);
  await send('Hello');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await act(async () => {
    retry.click();
    retry.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true, true, false]);
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  expect(conversation().queryByText('Stopped')).toBeNull();
});

test('says that a longer message was cut off', async () => {
  show([stream(answer('Hi'))]);
  const field = screen.getByRole('textbox', { name: 'Message' });
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(4_001));
  expect(screen.getByRole('alert').textContent).toContain('A message has at most 4,000 characters.');
  await userEvent.keyboard('{Backspace}');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('does not send an empty message', async () => {
  show([stream(answer('Hi'))]);
  await send('   ');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
});

test('renders an answer as Markdown, and its HTML and the user’s message as text', async () => {
  show([stream(answer('<img src=x onerror=alert(1)> **bold**'))]);
  await send('Is it *safe*?');
  expect((await conversation().findByText('bold')).tagName).toBe('STRONG');
  expect(conversation().getByText(/<img src=x onerror=alert\(1\)>/)).toBeTruthy();
  expect(conversation().getByText('Is it *safe*?')).toBeTruthy();
  expect(document.querySelector('ol img')).toBeNull();
});

test('copies an answer', async () => {
  const user = userEvent.setup();
  show([stream(answer('Hi'))]);
  await send('Hello');
  await user.click(await screen.findByRole('button', { name: 'Copy answer 1' }));
  expect(await navigator.clipboard.readText()).toBe('Hi');
  expect(await screen.findByText('Copied to clipboard!')).toBeTruthy();
});

test('a copy that fails shows an error and no success', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('Blocked', 'NotAllowedError'),
  );
  show([stream(answer('Hi'))]);
  await send('Hello');
  await user.click(await screen.findByRole('button', { name: 'Copy answer 1' }));
  await screen.findByText('Couldn’t copy to clipboard');
  expect(screen.queryByText('Copied to clipboard!')).toBeNull();
});

test('an example is sent with a press, and then gone', async () => {
  show([stream(answer('On its way'))], { agentId: 'a1', examples: ['Where is my order?'] });
  await userEvent.click(screen.getByRole('button', { name: 'Where is my order?' }));
  expect(await conversation().findByText('On its way')).toBeTruthy();
  expect(sent[0]?.body['messages']).toEqual([{ role: 'user', content: 'Where is my order?' }]);
  expect(sent[0]?.body).not.toHaveProperty('examples');
  expect(screen.queryByRole('group', { name: 'Try one of these' })).toBeNull();
});

test('the last message can be edited: its answer is replaced', async () => {
  show([stream(answer('One')), stream(answer('Two'))]);
  await send('First');
  expect(await conversation().findByText('One')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect([field.value, document.activeElement]).toEqual(['First', field]);
  await userEvent.keyboard('{Escape}');
  expect(field.value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await send(' again');
  expect(await conversation().findByText('Two')).toBeTruthy();
  expect(conversation().getByText('First again')).toBeTruthy();
  expect(conversation().queryByText('One')).toBeNull();
  expect(sent[1]?.body['messages']).toEqual([{ role: 'user', content: 'First again' }]);
});

const key = userStorageKey(testUser.id, 'agents.conversation.a1');
const keeps = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep in this browser until I sign out' });

test('a conversation is kept only after the user asks for it, and until it is turned off or deleted', async () => {
  await signInAs();
  show([stream(answer('One')), stream(answer('Two'))], { agentId: 'a1' });
  await send('First');
  await conversation().findByText('One');
  expect(localStorage.getItem(key)).toBeNull();
  await userEvent.click(keeps());
  expect(keeps().checked).toBe(true);
  await send('Second');
  await conversation().findByText('Two');
  await waitFor(() => {
    expect(localStorage.getItem(key)).toContain('Two');
  });

  cleanup();
  show([stream(answer('Three'))], { agentId: 'a1' });
  expect(conversation().getByText('One')).toBeTruthy();
  expect(announced()).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Delete conversation' }));
  expect(screen.queryByText('One')).toBeNull();
  expect(localStorage.getItem(key)).not.toContain('One');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(conversation().getByText('One')).toBeTruthy();
  await userEvent.click(keeps());
  expect([keeps().checked, localStorage.getItem(key)]).toEqual([false, null]);
});

test.each([
  ['left with Back', cleanup],
  ['closed or reloaded the page', () => window.dispatchEvent(new Event('pagehide'))],
])('a kept conversation has the answer that was arriving when the user %s', async (_, leave) => {
  await signInAs();
  const part = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(streamEvent('delta', { content: 'Half an' })));
    },
  });
  const response = new Response(part, { headers: { 'content-type': 'text/event-stream' } });
  show([response], { agentId: 'a1' });
  await userEvent.click(keeps());
  await send('First');
  await conversation().findByText('Half an');
  leave();
  expect(localStorage.getItem(key)).toContain('Half an');
  cleanup();
  expect(sent[0]?.signal?.aborted).toBe(true);
  show(['pending'], { agentId: 'a1' });
  expect(conversation().getByText('First')).toBeTruthy();
  expect(conversation().getByText('Half an')).toBeTruthy();
  expect(conversation().getByText('Stopped')).toBeTruthy();
});

test.each([
  ['a visitor', false, { agentId: 'a1' }],
  ['a template or a draft', true, { prompt: 'Help' }],
  ['a draft of a stored agent', true, { agentId: 'a1', prompt: 'Help' }],
])('nothing can be kept by %s', { tags: ['AGT-17'] }, async (_who, isSignedIn, trial) => {
  if (isSignedIn) await signInAs();
  show([stream(answer('One'))], trial);
  await send('First');
  await conversation().findByText('One');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(Object.values({ ...localStorage, ...sessionStorage }).join()).not.toContain('First');
});

test('a kept conversation of another user, or an invalid one, is not shown', async () => {
  const turns = [{ question: 'Secret', answer: 'Two', state: 'done' }];
  localStorage.setItem(key, JSON.stringify({ at: Date.now() - 31 * 86_400_000, turns }));
  const other = userStorageKey('00000000-0000-4000-8000-000000000001', 'agents.conversation.a1');
  localStorage.setItem(other, JSON.stringify({ at: Date.now(), turns }));
  await signInAs();
  show([stream(answer('One'))], { agentId: 'a1' });
  expect(screen.queryByText('Secret')).toBeNull();
  expect([localStorage.getItem(key), localStorage.getItem(other)]).toEqual([null, null]);
});
