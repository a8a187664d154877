/** A message that was typed but not sent. */
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useSearchParams } from '@slipway/platform';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import Playground from '../../slots/Playground';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** `?test=` opens the conversation with that agent. */
function Conversations() {
  const [params] = useSearchParams();
  const agentId = params.get('test');
  return agentId !== null && <Playground name={`Agent ${agentId}`} agentId={agentId} />;
}

test('comes back when its dialog was closed, with its agent only, and is gone once sent or after the sign-out', async () => {
  startBackend();
  await signInAs();
  const { router, queryClient } = renderPage(<Conversations />, '/agents?test=a1');
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const show = async (agent: string) => {
    await act(() => router.navigate('/agents'));
    expect(screen.queryByRole('textbox')).toBeNull();
    await act(() => router.navigate(`/agents?test=${agent}`));
    return field().value;
  };
  fireEvent.change(field(), { target: { value: 'A long question' } });
  expect(await show('a2')).toBe('');
  expect(await show('a1')).toBe('A long question');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  HTMLElement.prototype.scrollIntoView = () => undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await show('a1')).toBe('');
  fireEvent.change(field(), { target: { value: 'Another one' } });
  // As the shell does.
  queryClient.clear();
  expect(await show('a1')).toBe('');
});

const usage = { input_tokens: 1, output_tokens: 1, is_estimate: false };
const answer = `event: delta\ndata: {"content":"Yes"}\n\nevent: done\ndata: ${JSON.stringify({ usage })}\n\n`;

test('the edit of a sent message is no new message: it comes back as the edit, and the new message after it', async () => {
  localStorage.clear();
  startBackend();
  await signInAs();
  HTMLElement.prototype.scrollIntoView = () => undefined;
  const { router } = renderPage(<Conversations />, '/agents?test=a1');
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const openAgain = async () => {
    await act(() => router.navigate('/agents'));
    await act(() => router.navigate('/agents?test=a1'));
  };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(answer, { headers: { 'content-type': 'text/event-stream' } })),
  );
  fireEvent.click(screen.getByRole('checkbox'));
  type('First');
  press('Send');
  await screen.findByRole('button', { name: 'Edit' });
  type('The next one');
  press('Edit');
  expect(field().value).toBe('First');
  type('First, rephrased');

  await openAgain();
  expect(screen.getByText(/^Editing/)).toBeTruthy();
  expect(field().value).toBe('First, rephrased');
  press('Cancel');
  expect(field().value).toBe('The next one');

  press('Edit');
  type('First again');
  // The conversation is no longer kept, so the edit is dropped with it.
  fireEvent.click(screen.getByRole('checkbox'));
  await openAgain();
  expect(screen.queryByText(/^Editing/)).toBeNull();
  expect(field().value).toBe('The next one');
});
