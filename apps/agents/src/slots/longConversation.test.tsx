/** A conversation over the size of a request continues with its newest messages. */
import { isValidElement } from 'react';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, signOutAll, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Playground from './Playground';
import { streamEvent } from '../testing/streamEvent';

/** The user messages that have been rendered. */
const rendered = vi.hoisted((): unknown[] => []);
vi.mock(import('@slipway/design-system/chat'), async (original) => {
  const actual = await original();
  const ChatMessage: typeof actual.ChatMessage = (props) => {
    if (props.isOwn && isValidElement<{ children: unknown }>(props.children)) {
      rendered.push(props.children.props.children);
    }
    return <actual.ChatMessage {...props} />;
  };
  return { ...actual, ChatMessage };
});

interface Body {
  messages: { role: string; content: string }[];
  tool_approval?: object;
}

let sent: Body[] = [];

const usage = { input_tokens: 3, output_tokens: 1, is_estimate: true };
const stream = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream', 'slipway-model': 'sample' } });
const answer = (text: string) =>
  stream(streamEvent('delta', { content: text }) + streamEvent('done', { usage }));

beforeEach(async () => {
  startBackend();
  await signOutAll();
  HTMLElement.prototype.scrollIntoView = () => undefined;
  sent = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** `respond` gets each request's body, and its number from 1. */
function show(respond: (body: Body, count: number) => Response) {
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    sent.push(body);
    return Promise.resolve(respond(body, sent.length));
  });
  renderPage(<Playground name="Helper" agentId="a1" />);
}

const conversation = () => within(screen.getByRole('list', { name: 'Conversation with Helper' }));
const send = async (text: string, reply: string | RegExp) => {
  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: text } });
  await userEvent.type(field, '{Enter}');
  await conversation().findByText(reply);
  await screen.findByRole('button', { name: 'Send' });
};
const questions = () =>
  sent.at(-1)?.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
const note = () => conversation().queryByText('Helper no longer sees the messages above.');
/** The note is directly above this question. */
const expectNoteAbove = (question: string) => {
  expect(note()?.closest('li')?.nextElementSibling?.textContent).toContain(question);
};

test('only the newest turns are sent, with a note where they begin', async () => {
  show((_body, count) => answer(`A${String(count)} ${'x'.repeat(3000)}`));
  await send('Q1', /^A1/);
  await send('Q2', /^A2/);
  await send('Q3', /^A3/);
  expect([questions(), note()]).toEqual([['Q1', 'Q2', 'Q3'], null]);
  await send('Q4', /^A4/);
  expect(questions()).toEqual(['Q2', 'Q3', 'Q4']);
  expectNoteAbove('Q2');
  await send('Q5', /^A5/);
  expect(questions()).toEqual(['Q3', 'Q4', 'Q5']);
  expectNoteAbove('Q3');
  expect(sent).toHaveLength(5);
});

test('a kept conversation has the note, and its messages stay out, after a reload', async () => {
  await signInAs();
  const respond = (_body: Body, count: number) => answer(`A${String(count)} ${'x'.repeat(31_000)}`);
  show(respond);
  await send('Q1', /^A1/);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Keep in this browser/ }));
  await send('Q2', /^A2/);
  await send('Q3', /^A3/);
  expectNoteAbove('Q2');
  await waitFor(() => {
    expect(Object.values({ ...localStorage }).join()).toContain('A3');
  });
  cleanup();
  show(() => answer('A4'));
  expectNoteAbove('Q2');
  await send('Q4', 'A4');
  expect(questions()).toEqual(['Q3', 'Q4']);
  expectNoteAbove('Q3');
});

test('a message that is too long by itself keeps its error; the next one is sent', async () => {
  show(({ messages }, count) =>
    messages.at(-1)?.content.includes('long')
      ? Response.json({}, { status: 413 })
      : answer(`A${String(count)}`),
  );
  await send('Q1', 'A1');
  await send('long'.repeat(2100), 'The message is too long. Sign in to send more, or shorten it.');
  expect(questions()).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

test('where the gateway counts too many tokens, half of the turns are sent, and later not more', async () => {
  await signInAs();
  show(({ messages }, count) =>
    messages.length > 5 ? Response.json({}, { status: 400 }) : answer(`A${String(count)}`),
  );
  await send('Q1', 'A1');
  await send('Q2', 'A2');
  await send('Q3', 'A3');
  await send('Q4', 'A5');
  expect([sent.length, questions()]).toEqual([5, ['Q3', 'Q4']]);
  expectNoteAbove('Q3');
  await send('Q5', 'A6');
  expect([sent.length, questions()]).toEqual([6, ['Q3', 'Q4', 'Q5']]);
});

test('a decision about tools repeats the messages of its request', async () => {
  await signInAs();
  const call = { id: 'c1', name: 'pay', server: 's', arguments: '{}', arguments_hash: 'h' };
  const approval = { token: 't', expires_at: '2026-11-28T00:00:00Z', calls: [call] };
  show(({ messages, tool_approval: decision }, count) => {
    if (decision) return answer('Paid');
    return messages.at(-1)?.content === 'Pay'
      ? stream(streamEvent('done', { usage, tool_approval_required: approval }))
      : answer(`A${String(count)} ${'x'.repeat(31_000)}`);
  });
  await send('Q1', /^A1/);
  await send('Q2', /^A2/);
  await send('Pay', 'Allow this call?');
  expect(questions()).toEqual(['Q2', 'Pay']);
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await conversation().findByText('Paid');
  expect(sent.at(-1)?.messages).toEqual(sent.at(-2)?.messages);
  expectNoteAbove('Q2');
});

test('typing, and an answer that arrives, render the last message only (23)', async () => {
  show((_body, count) => answer(`A${String(count)}`));
  await send('Q1', 'A1');
  await send('Q2', 'A2');
  rendered.length = 0;
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'abc');
  expect(new Set(rendered)).toEqual(new Set(['Q2']));
  rendered.length = 0;
  await send('Q3', 'A3');
  // Q2 once more: it no longer has the buttons of the last message.
  expect(rendered).not.toContain('Q1');
  expect(rendered).toContain('Q3');
});
