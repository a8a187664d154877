/** Sharing a conversation, and reading it: what leaves the browser, and what a reader sees (decision 062). */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { startBackend, renderPage, testUser } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decryptTurns, encryptTurns } from '../../data/conversationCipher';
import type { KeptTurn } from '../../data/conversations';
import SharedConversation from '../../slots/SharedConversation';
import { LinksDialog } from './LinksDialog';
import { ShareDialog } from './ShareDialog';

const id = 'ab'.repeat(16);
const turns: KeptTurn[] = [
  { question: 'Where is it?', answer: '**Here** ![x](https://spy.example/)', state: 'done' },
];
const times = { created_at: '2026-11-22T10:00:00Z', expires_at: '2026-12-22T10:00:00Z' };
const row = { id, agent_name: 'Helper', ...times, removed_at: null, removal_reason: null };

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('shares after saying what others read, and keeps the key out of the request', async () => {
  const backend = startBackend({
    'POST share_conversation': { json: [{ id, expires_at: times.expires_at }] },
  });
  renderPage(
    <ShareDialog userId={testUser.id} agentId="a1" name="Helper" turns={turns} onClose={() => undefined} />,
  );
  expect(await screen.findByText('You share no conversations.')).toBeTruthy();
  expect(
    screen.getByText('Readers see one message and its answer, as they are now. Later ones are not added.'),
  ).toBeTruthy();
  expect(screen.getByText('They see the name of the agent, Helper.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Link expires after'), '7 days');
  backend.replies['GET shared_conversations'] = { json: [row] };
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  const link = (await screen.findByLabelText<HTMLInputElement>('Link')).value;
  const secret = link.split('#')[1] ?? '';
  const [sent] = backend.sent('POST', 'share_conversation');
  expect(sent?.body).toMatchObject({ agent: 'a1', days: 7, shows_name: false });
  expect(await decryptTurns(String(sent?.body['ciphertext']), secret)).toEqual(turns);
  for (const { url, body } of backend.requests) {
    expect(url.href + JSON.stringify(body)).not.toContain(secret);
  }
  expect(screen.getByRole('button', { name: 'Copy link' })).toBe(document.activeElement);
  expect(await screen.findByRole('button', { name: /^Copy link to Helper, shared/ })).toBeTruthy();
});

test.each([
  [403, 'pending_deletion', /^Your account will be deleted\. To share conversations, keep your account/],
  [409, undefined, /^You already share 50 conversations/],
  [429, undefined, /^You have created 20 links today/],
])('a link that is rejected with %i and the hint %s says why', async (status, hint, message) => {
  startBackend({ 'POST share_conversation': { status, json: { message: 'x', hint } } });
  renderPage(
    <ShareDialog userId={testUser.id} agentId="a1" name="Helper" turns={turns} onClose={() => undefined} />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('lists links, copies those of this browser, and deletes any', async () => {
  const removed = { ...row, id: 'cd'.repeat(16), removed_at: times.created_at, removal_reason: 'A threat' };
  const backend = startBackend({ 'GET shared_conversations': { json: [row, removed] } });
  renderPage(
    <ShareDialog userId={testUser.id} agentId="a1" name="Helper" turns={turns} onClose={() => undefined} />,
  );
  expect(await screen.findByText('Removed by the operator: A threat')).toBeTruthy();
  expect(screen.getByText(/only in the browser that created it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Copy link to/ })).toBeNull();
  backend.replies['DELETE shared_conversations'] = { status: 204 };
  backend.replies['GET shared_conversations'] = { json: [removed] };
  const [first] = screen.getAllByRole('button', { name: /^Delete link to/ });
  await userEvent.click(first as HTMLElement);
  expect(await screen.findByText('Link deleted')).toBeTruthy();
  expect(backend.sent('DELETE', 'shared_conversations')[0]?.url.searchParams.get('id')).toBe(`eq.${id}`);
});

test('links can be deleted without a conversation, and the focus stays in the dialog', async () => {
  const backend = startBackend({ 'GET shared_conversations': { json: [row] } });
  renderPage(<LinksDialog userId={testUser.id} onClose={() => undefined} />);
  // While the links load, the first control is “Done”.
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Shared conversations' }));
  const button = await screen.findByRole('button', { name: /^Delete link to Helper/ });
  backend.replies['DELETE shared_conversations'] = { status: 204 };
  backend.replies['GET shared_conversations'] = { json: [] };
  await userEvent.click(button);
  expect(await screen.findByText(/^Nothing is shared\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Done' })).toBe(document.activeElement);
});

test('a reader sees text without pictures, who shared it, and that it is not checked', async () => {
  const { ciphertext, secret } = await encryptTurns(turns);
  const facts = { agent_id: 'a1', agent_name: 'Helper', category: 'sales', color: null, icon: null };
  const backend = startBackend({
    'POST read_shared_conversation': { json: [{ ciphertext, ...facts, person: 'Ada', ...times }] },
    'POST report_shared_conversation': { status: 204 },
  });
  renderPage(<SharedConversation conversation={id} secret={secret} />);
  const list = within(await screen.findByRole('list', { name: 'Conversation with Helper' }));
  expect(list.getByText('Where is it?')).toBeTruthy();
  expect(list.getByText('Here').tagName).toBe('STRONG');
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText(/^Shared by Ada on/)).toBeTruthy();
  expect(screen.getByText(/We can’t check that Helper gave these answers/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Helper' }).getAttribute('href')).toBe('/marketplace?agent=a1');
  await userEvent.click(screen.getByRole('button', { name: 'Report this conversation' }));
  expect(screen.getByText(/gives us the key of this link/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('Thanks for your report')).toBeTruthy();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Report this conversation' })).toBe(document.activeElement);
  });
  expect(backend.sent('POST', 'report_shared_conversation')[0]?.body).toEqual({
    ...{ id, key: secret, reason: 'private' },
  });
});

test.each([
  ['without its key', '', 'This link is incomplete', /Ask for the whole link\.$/],
  ['that was deleted', 'x'.repeat(43), 'This conversation isn’t available', /Ask .* for a new one\.$/],
])('a link %s shows the reason and the next step', async (_, secret, title, hint) => {
  const { ciphertext } = await encryptTurns(turns);
  const json = secret === '' ? [{ ciphertext, agent_name: 'Helper', person: null, ...times }] : [];
  startBackend({ 'POST read_shared_conversation': { json } });
  renderPage(<SharedConversation conversation={id} secret={secret} />);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(hint)).toBeTruthy();
});

test('closing the conversation asks before it drops a typed report, and not after it was sent', async () => {
  const { ciphertext, secret } = await encryptTurns(turns);
  startBackend({
    'POST read_shared_conversation': { json: [{ ciphertext, agent_name: 'Helper', person: null, ...times }] },
    'POST report_shared_conversation': { status: 204 },
  });
  const { address, router } = renderPage(
    <SharedConversation conversation={id} secret={secret} />,
    `/marketplace?conversation=${id}`,
  );
  const opener = await screen.findByRole('button', { name: 'Report this conversation' });
  const details = () => screen.queryByLabelText<HTMLTextAreaElement>('Details (optional)');
  await userEvent.click(opener);
  await userEvent.type(details() as HTMLElement, 'It has my address');
  // Its button keeps the text.
  await userEvent.click(opener);
  await userEvent.click(opener);
  expect(details()?.value).toBe('It has my address');
  await act(() => router.navigate('/marketplace'));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe(`/marketplace?conversation=${id}`);
  expect(details()?.value).toBe('It has my address');
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText('Thanks for your report');
  await waitFor(() => {
    expect(details()).toBeNull();
  });
  await act(() => router.navigate('/marketplace'));
  expect(address()).toBe('/marketplace');
});
