/**
 * Creating a deployment, and its keys: copied, locked, rotated and revoked. Over a fake backend, as a signed-in user.
 * One file: all tests share one fake backend.
 */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  Reauthenticates,
  type Replies,
  renderPage,
  signInAs,
  startBackend,
  testUser,
} from '@slipway/testing';
import DeploymentsPage from './DeploymentsPage';

let clipboard: string[];
let isClipboardBlocked: boolean;

beforeEach(() => {
  clipboard = [];
  isClipboardBlocked = false;
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: (text: string) => {
        if (isClipboardBlocked) return Promise.reject(new DOMException('Denied', 'NotAllowedError'));
        clipboard.push(text);
        return Promise.resolve();
      },
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NOW = '2026-11-21T12:00:00Z';
const row = {
  ...{ id: 'd1', name: 'bot', agent_id: 'a1', user_id: testUser.id, api_key: 'ak_••••abcd', slug: 'bot' },
  ...{ endpoint_url: 'https://agents.test/v1/agents/bot', status: 'active', version: 1 },
  ...{ created_at: NOW, updated_at: NOW, last_deployed_at: NOW, agent: { id: 'a1', name: 'Helper' } },
};
const live: Replies = {
  'GET deployments': { json: [row] },
  'GET agents': ({ url }) => ({
    json: url.searchParams.has('external_only') ? [] : [{ id: 'a1', name: 'Helper' }],
  }),
  'POST reveal_deployment_key': { json: 'ak_full' },
};

async function open(
  replies: Replies = {},
  address = '/deployments',
  reauthenticates: () => boolean = () => false,
) {
  const backend = startBackend();
  await signInAs();
  backend.requests.length = 0;
  backend.replies = { ...live, ...replies };
  const page = renderPage(
    <>
      <DeploymentsPage />
      <Reauthenticates answer={reauthenticates} />
    </>,
    address,
  );
  await screen.findAllByRole('article');
  return { backend, ...page };
}

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const toastTexts = (kind: string) =>
  [...document.querySelectorAll(`[data-toast=${kind}] [aria-live]`)].map(({ textContent }) => textContent);

test('copies the full key, which the page never shows', { tags: ['DEP-10', 'DEP-11', 'T-26'] }, async () => {
  await open();
  press('Copy API key of bot');
  await screen.findByText('Copied to clipboard!');
  expect(clipboard).toEqual(['ak_full']);
  expect(document.body.innerHTML).toContain('ak_••••abcd');
  expect(document.body.innerHTML).not.toContain('ak_full');
});

test('copies the endpoint, and links to it in a new tab', { tags: ['DEP-12', 'DEP-13'] }, async () => {
  await open();
  press('Copy endpoint of bot');
  await screen.findByText('Copied to clipboard!');
  expect(clipboard).toEqual([row.endpoint_url]);
  const link = screen.getByRole('link', { name: 'Open endpoint of bot in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    row.endpoint_url,
    '_blank',
    expect.stringContaining('noopener'),
  ]);
});

test('a copy that fails shows an error and no success', { tags: ['DEP-11', 'DEP-12'] }, async () => {
  await open();
  isClipboardBlocked = true;
  press('Copy endpoint of bot');
  await screen.findByText('Couldn’t copy to clipboard');
  expect(toastTexts('error')).toEqual(['Couldn’t copy to clipboard']);
  expect(toastTexts('success')).toEqual([]);
});

test.each([
  [
    { status: 429, json: { code: 'PT429', message: 'x' } },
    'You’ve revealed too many keys. Try again in a minute.',
  ],
  [{ status: 409, json: { code: 'PT409', message: 'x' } }, 'This key was revoked. Rotate it under Details.'],
  [{ status: 500, json: { message: 'x' } }, 'Couldn’t reveal the key'],
])('the reply %j to a reveal says "%s"', { tags: ['T-26'] }, async (reply, message) => {
  await open({ 'POST reveal_deployment_key': reply });
  press('Copy API key of bot');
  await screen.findByText(message);
  expect(clipboard).toEqual([]);
  expect(toastTexts('success')).toEqual([]);
});

const tooOld = { status: 403, json: { code: 'PT403', message: 'Sign in again', hint: 'reauthenticate' } };

test('an old session asks for a new sign-in, and then copies the key', { tags: ['T-26'] }, async () => {
  let isRecent = false;
  const { backend } = await open(
    { 'POST reveal_deployment_key': () => (isRecent ? { json: 'ak_full' } : tooOld) },
    '/deployments',
    () => {
      isRecent = true;
      return true;
    },
  );
  press('Copy API key of bot');
  await waitFor(() => {
    expect(clipboard).toEqual(['ak_full']);
  });
  expect(backend.sent('POST', 'reveal_deployment_key')).toHaveLength(2);
});

test('a canceled sign-in copies nothing and shows no error', { tags: ['T-26'] }, async () => {
  const asked = vi.fn(() => false);
  await open({ 'POST reveal_deployment_key': tooOld }, '/deployments', asked);
  press('Copy API key of bot');
  await waitFor(() => {
    expect(asked).toHaveBeenCalledOnce();
  });
  expect(clipboard).toEqual([]);
  expect(toastTexts('error')).toEqual([]);
});

async function openNew(replies: Replies = {}, address?: string) {
  const page = await open(replies, address);
  press('New Deployment');
  const dialog = await screen.findByRole('dialog', { name: 'New Deployment' });
  const name = within(dialog).getByLabelText<HTMLInputElement>(/^Name/);
  const agent = within(dialog).getByLabelText<HTMLSelectElement>(/^Agent/);
  await within(dialog).findByRole('option', { name: 'Helper' });
  const fill = (value: string, agentId: string) => {
    fireEvent.change(name, { target: { value } });
    fireEvent.change(agent, { target: { value: agentId } });
  };
  const submit = () => fireEvent.submit(name.form ?? name);
  return { ...page, dialog: within(dialog), name, agent, fill, submit };
}

test(
  'a double submission inserts one pending row with six columns, and shows it first',
  { tags: ['DEP-25', 'DEP-27', 'DEP-29', 'DEP-31', 'DEP-32', 'DEP-41'] },
  async () => {
    const { backend, fill, submit } = await openNew({
      'POST deployments': ({ body }) => ({
        status: 201,
        json: { ...row, ...body, id: 'd2', api_key: 'ak_••••wxyz', updated_at: new Date().toISOString() },
      }),
    });
    fill(' My Bot! ', 'a1');
    submit();
    submit();
    await screen.findByText('Deployment created successfully!');
    const posts = backend.sent('POST', 'deployments');
    expect(posts).toHaveLength(1);
    const key = posts[0]?.body.api_key;
    expect(posts[0]?.body).toEqual({
      name: 'My Bot!',
      agent_id: 'a1',
      user_id: testUser.id,
      api_key: expect.stringMatching(/^ak_[A-Za-z0-9]{32,}$/) as unknown,
      endpoint_url: `${window.location.origin}/v1/agents/my-bot-`,
      status: 'pending',
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'New Deployment' })).toBeNull();
    });
    expect(screen.getAllByRole('article')[0]?.textContent).toContain('My Bot!');
    expect(screen.getAllByRole('article')[0]?.textContent).toContain('Pending');

    press('Copy key');
    await waitFor(() => {
      expect(clipboard).toEqual([key]);
    });
    expect(screen.getByText('Waiting for the first call…')).toBeTruthy();
    expect(document.body.textContent).toContain('read -rs SLIPWAY_API_KEY && curl ');
    expect(document.body.textContent).not.toContain(key);
    // Deleting the deployment hides its key, and the focus moves to the next deployment.
    backend.replies = { ...backend.replies, 'GET deployments': { json: [row] } };
    const remove = screen.getByRole('button', { name: 'Delete My Bot!' });
    remove.focus();
    press('Delete My Bot!');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Copy key' })).toBeNull();
    });
    expect(document.activeElement?.closest('article')).toBe(screen.getAllByRole('article')[0]);
  },
);

test('Done, which goes with the card of the first call, moves the focus to the new deployment', async () => {
  const { fill, submit } = await openNew({
    'POST deployments': ({ body }) => ({
      ...{ status: 201, json: { ...row, ...body, id: 'd2', updated_at: new Date().toISOString() } },
    }),
  });
  fill('bot-2', 'a1');
  submit();
  await screen.findByText('Deployment created successfully!');
  const done = await screen.findByRole('button', { name: 'Done' });
  done.focus();
  fireEvent.click(done);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  });
  expect(document.activeElement?.closest('article')).toBe(screen.getAllByRole('article')[0]);
});

test.each([
  [409, 'You already have a deployment with this name. Choose another.'],
  [400, 'This name has invisible characters. Delete it and type it again.'],
  [500, undefined],
])(
  'a failed insert (%i) keeps the dialog with its values',
  { tags: ['DEP-30', 'T-27'] },
  async (status, fieldError) => {
    const { dialog, name, agent, fill, submit } = await openNew({
      'POST deployments': {
        status,
        json: { code: 'XX000', message: 'x', hint: status === 400 ? 'hidden_characters' : null },
      },
    });
    fill('bot', 'a1');
    submit();
    await screen.findByText('Failed to create deployment');
    expect([name.value, agent.value]).toEqual(['bot', 'a1']);
    if (fieldError) {
      expect(await dialog.findByText(fieldError)).toBeTruthy();
      // A screen reader reads the error there.
      expect(document.activeElement).toBe(name);
      fill('bot-2', 'a1');
      expect(dialog.queryByText(fieldError)).toBeNull();
    } else expect(name.getAttribute('aria-invalid')).not.toBe('true');
  },
);

test(
  'requires a name and an agent before it sends anything',
  { tags: ['DEP-20', 'DEP-21', 'DEP-22'] },
  async () => {
    const { backend, dialog, name, fill, submit } = await openNew();
    expect(name.placeholder).toBe('my-chatbot-v1');
    submit();
    expect(dialog.getByText('Enter a name')).toBeTruthy();
    fill('named', '');
    submit();
    expect(dialog.getAllByText('Choose an agent').length).toBeGreaterThan(1);
    fill('!!!', 'a1');
    submit();
    expect(dialog.getByText('Use at least one letter (a to z) or digit')).toBeTruthy();
    expect(backend.sent('POST', 'deployments')).toEqual([]);
  },
);

test.each([
  ['a1', 'a1', 0],
  ['nonsense', '', 0],
  ['a0000000-0000-4000-8000-0000000000ff', '', 1],
])('?agent=%s preselects %j', { tags: ['DEP-15', 'DEP-16', 'T-28'] }, async (id, selected, notices) => {
  const { agent, dialog, fill } = await openNew({}, `/deployments?agent=${id}`);
  expect(agent.value).toBe(selected);
  const gone = 'The agent of this link isn’t offered any longer. Choose another one.';
  await waitFor(() => {
    expect(dialog.queryAllByText(gone)).toHaveLength(notices);
  });
  fill('bot', 'a1');
  expect(dialog.queryByText(gone)).toBeNull();
});

const keys = [
  {
    last_four: 'aaaa',
    created_at: NOW,
    expires_at: null,
    replaced_at: null,
    revoked_at: null,
    last_used_at: null,
    requests_per_minute: null,
  },
  {
    last_four: 'bbbb',
    created_at: NOW,
    expires_at: '2126-01-01T00:00:00Z',
    replaced_at: NOW,
    revoked_at: null,
    last_used_at: NOW,
    requests_per_minute: 5,
  },
  {
    last_four: 'cccc',
    created_at: NOW,
    expires_at: '2026-01-01T00:00:00Z',
    replaced_at: NOW,
    revoked_at: null,
    last_used_at: NOW,
    requests_per_minute: null,
  },
  {
    last_four: 'dddd',
    created_at: NOW,
    expires_at: null,
    replaced_at: NOW,
    revoked_at: NOW,
    last_used_at: NOW,
    requests_per_minute: null,
  },
];

async function openDetails(replies: Replies = {}, reauthenticates?: () => boolean) {
  const page = await open(
    {
      'POST list_deployment_keys': { json: keys },
      'POST deployment_figures': { json: { calls: 1234, failures: 2, cost: 0.5, p50_ms: 80, p95_ms: null } },
      ...replies,
    },
    '/deployments?deployment=d1',
    reauthenticates,
  );
  const dialog = await screen.findByRole('dialog', { name: 'bot' });
  await within(dialog).findByText('ak_••••aaaa');
  return { ...page, dialog: within(dialog) };
}

test('details show the usage, and the state of each key', async () => {
  const { dialog } = await openDetails();
  for (const text of ['1,234', '80 ms', '–'])
    expect((await dialog.findAllByText(text)).length).toBeGreaterThan(0);
  const states = ['aaaa', 'bbbb', 'cccc', 'dddd'].map((four) => {
    const cells = dialog.getByText(`ak_••••${four}`).closest('tr')?.querySelectorAll('td, th');
    return cells?.[1]?.textContent;
  });
  expect(states).toEqual(['Active', expect.stringMatching(/^Expires \w+ \d/), 'Expired', 'Revoked']);
  expect(dialog.getByText('5 per minute')).toBeTruthy();
  expect(dialog.getByText('No calls yet')).toBeTruthy();
});

test('while the keys load, one of them has its place: on a phone it is higher than on a desk', async () => {
  await open({ 'POST list_deployment_keys': 'never' }, '/deployments?deployment=d1');
  const dialog = within(await screen.findByRole('dialog', { name: 'bot' }));
  const table = within(await dialog.findByRole('table', { name: 'Keys' }));
  expect(table.getAllByRole('row')).toHaveLength(2);
});

test('a rotation copies the new key, and the old one expires when the user says', async () => {
  const { backend, dialog, toasts } = await openDetails();
  fireEvent.change(dialog.getByLabelText('Old key'), { target: { value: '7 days' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await screen.findByText('Key rotated and copied');
  const [sent] = backend.sent('POST', 'rotate_deployment_key');
  expect(sent?.body).toMatchObject({ id: 'd1', overlap: '7 days' });
  await waitFor(() => {
    expect(clipboard).toEqual([sent?.body.key]);
  });
  expect(toasts()).toEqual(['Key rotated and copied']);
});

test.each(['Rotate key', 'Revoke all keys'])('%s reloads the other tabs of this browser', async (name) => {
  const { dialog } = await openDetails();
  const otherTab = new BroadcastChannel('slipway-deployments');
  onTestFinished(() => {
    otherTab.close();
  });
  const heard = vi.fn();
  otherTab.addEventListener('message', heard);
  fireEvent.click(dialog.getByRole('button', { name }));
  if (name !== 'Rotate key') fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => {
    expect(heard).toHaveBeenCalled();
  });
});

/** The dialog with the key, and its field. */
async function uncopied() {
  const dialog = within(await screen.findByRole('dialog', { name: 'API key of bot' }));
  return { dialog, field: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'API key' }) };
}

test('a new key that the browser does not copy is shown until the user has it, also when the details close', async () => {
  isClipboardBlocked = true;
  const { backend, dialog: details, toasts } = await openDetails();
  const closed = vi.spyOn(HTMLDialogElement.prototype, 'close');
  fireEvent.click(details.getByRole('button', { name: 'Rotate key' }));
  const { dialog, field } = await uncopied();
  expect(closed, 'while the dialog loads, the details stay').not.toHaveBeenCalled();
  const key = String(backend.sent('POST', 'rotate_deployment_key')[0]?.body.key);
  expect(field.value).toBe(key);
  act(() => {
    field.focus();
  });
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(key);
  expect(toasts(), 'the dialog says that it was not copied').toEqual(['Key rotated']);
  fireEvent.keyDown(field, { key: 'Escape' });
  fireEvent.click(details.getByRole('button', { name: 'Close', hidden: true }));
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Rotate key', hidden: true })).toBeNull();
  });
  expect(field.isConnected).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Copy key' }));
  await screen.findByText('Couldn’t copy to clipboard');
  isClipboardBlocked = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Copy key' }));
  await waitFor(() => {
    expect(clipboard).toEqual([key]);
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => {
    expect(field.isConnected).toBe(false);
  });
});

test('a revealed key that the browser does not copy is shown, and the focus returns to its button', async () => {
  isClipboardBlocked = true;
  await open();
  const copy = screen.getByRole('button', { name: 'Copy API key of bot' });
  copy.focus();
  fireEvent.click(copy);
  const { dialog, field } = await uncopied();
  expect(field.value).toBe('ak_full');
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => {
    expect(field.isConnected).toBe(false);
  });
  expect(document.activeElement).toBe(copy);
});

test('the card of the first call has the key of a rotation, and goes with a revoked one', async () => {
  const { backend, fill, submit } = await openNew({
    'POST deployments': ({ body }) => ({ status: 201, json: { ...row, ...body, id: 'd2' } }),
    'POST list_deployment_keys': { json: keys },
  });
  fill('second', 'a1');
  submit();
  await screen.findByText('Deployment created successfully!');
  const second = { ...row, id: 'd2', name: 'second' };
  backend.replies = { ...backend.replies, 'GET deployments': { json: [second, row] } };
  const copyKey = () => screen.queryByRole('button', { name: 'Copy key', hidden: true });

  press('Details for second');
  const dialog = within(await screen.findByRole('dialog', { name: 'second' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Rotate key' }));
  await screen.findByText('Key rotated and copied');
  const key = backend.sent('POST', 'rotate_deployment_key')[0]?.body.key;
  await waitFor(() => {
    expect(clipboard).toEqual([key]);
  });
  fireEvent.click(copyKey() ?? document.body);
  await waitFor(() => {
    expect(clipboard).toEqual([key, key]);
  });

  fireEvent.click(dialog.getByRole('button', { name: 'Revoke all keys' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /^Revoke/ })).getByRole('button', { name: /^Revoke/ }),
  );
  await screen.findByText('All keys revoked');
  // Behind the details, nothing moves.
  expect(copyKey()).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(copyKey()).toBeNull();
  });
  press('Details for second');
  await screen.findByRole('dialog', { name: 'second' });
  expect(copyKey()).toBeNull();
});

test('two presses in one task rotate the key once (23)', async () => {
  const { backend, dialog } = await openDetails();
  const rotate = dialog.getByRole('button', { name: 'Rotate key' });
  act(() => {
    fireEvent.click(rotate);
    fireEvent.click(rotate);
  });
  await screen.findByText('Key rotated and copied');
  expect(backend.sent('POST', 'rotate_deployment_key')).toHaveLength(1);
});

test('the new key has its place while it is rotated: nothing moves when it arrives', async () => {
  const { backend, dialog, queryClient } = await openDetails();
  let respond: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (respond = resolve));
  backend.replies = { ...backend.replies, rotate_deployment_key: () => waits.then(() => ({ json: null })) };
  const rows = () => within(dialog.getByRole('table', { name: 'Keys' })).getAllByRole('row').length;
  const before = rows();
  fireEvent.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await waitFor(() => {
    expect(rows()).toBe(before + 1);
  });
  // Read again before the key is rotated, as when the network is back.
  const used = keys.map((key) => ({ ...key, requests_per_minute: 7 }));
  backend.replies = { ...backend.replies, 'POST list_deployment_keys': { json: used } };
  await queryClient.refetchQueries({ queryKey: ['deployments', 'keys'] });
  expect(await dialog.findAllByText('7 per minute')).toHaveLength(keys.length);
  expect(rows()).toBe(before + 1);
  const added = { ...keys[0], last_four: 'newk', created_at: '2026-11-21T12:00:00+00:00' };
  backend.replies = { ...backend.replies, 'POST list_deployment_keys': { json: [added, ...keys] } };
  // Read again between the rotation and its response: the key takes its place.
  await queryClient.refetchQueries({ queryKey: ['deployments', 'keys'] });
  await dialog.findByText('ak_••••newk');
  expect(rows()).toBe(before + 1);
  respond();
  await waitFor(() => {
    expect(dialog.getByRole('button', { name: 'Rotate key' }).getAttribute('aria-disabled')).not.toBe('true');
  });
  expect(rows()).toBe(before + 1);
});

test('the pressed button stays in view when the new key moves it down', async () => {
  const { backend, dialog } = await openDetails();
  backend.replies = { ...backend.replies, rotate_deployment_key: 'never' };
  const scrolled: unknown[] = [];
  // jsdom has no layout.
  Element.prototype.scrollIntoView = function scrollIntoView(options) {
    scrolled.push([this.textContent, options]);
  };
  const rotate = dialog.getByRole('button', { name: 'Rotate key' });
  rotate.focus();
  fireEvent.click(rotate);
  await waitFor(() => {
    expect(scrolled[0]).toEqual(['Rotate key', { block: 'nearest' }]);
  });
});

test('a rotation that fails removes the place of its key with its toast, before the keys are read again', async () => {
  const { backend, dialog, toasts } = await openDetails();
  backend.replies = {
    ...backend.replies,
    rotate_deployment_key: { status: 500, json: { message: 'x' } },
    'POST list_deployment_keys': 'never',
  };
  const rows = () => within(dialog.getByRole('table', { name: 'Keys' })).getAllByRole('row').length;
  const before = rows();
  fireEvent.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t rotate the key']);
  });
  await waitFor(() => {
    expect(rows()).toBe(before);
  });
});

test('a rotation after a sign-in long ago asks for another one (7.5.1)', async () => {
  let isRecent = false;
  const { backend, dialog } = await openDetails(
    { 'POST rotate_deployment_key': () => (isRecent ? { json: 'ak_••••wxyz' } : tooOld) },
    () => {
      isRecent = true;
      return true;
    },
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await screen.findByText('Key rotated and copied');
  expect(clipboard).toEqual([backend.sent('POST', 'rotate_deployment_key').at(-1)?.body.key]);
});

test('a rotation that fails copies nothing', async () => {
  const { dialog } = await openDetails({
    'POST rotate_deployment_key': { status: 500, json: { message: 'x' } },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Rotate key' }));
  await screen.findByText('Couldn’t rotate the key');
  expect(clipboard).toEqual([]);
  expect(toastTexts('success')).toEqual([]);
});

test('revokes all keys after a confirmation', async () => {
  const { backend, dialog } = await openDetails();
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke all keys' }));
  const title = { name: 'Revoke all keys of bot?' };
  fireEvent.click(within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog', title)).toBeNull();
  });
  expect(backend.sent('POST', 'revoke_deployment_key')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke all keys' }));
  fireEvent.click(within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('All keys revoked');
  expect(backend.sent('POST', 'revoke_deployment_key').map(({ body }) => body)).toEqual([{ id: 'd1' }]);
});

test('Delete offers Undo, which restores the row', { tags: ['DEP-54', 'DEP-55'] }, async () => {
  const { backend } = await open({ 'DELETE deployments': { status: 204 } });
  press('Delete bot');
  await screen.findByText('Deployment deleted successfully!');
  expect(screen.queryByRole('article')).toBeNull();
  press('Undo');
  await screen.findByText('Deployment restored');
  expect(backend.sent('POST', 'restore_deployment').map(({ body }) => body)).toEqual([{ id: 'd1' }]);
});

test('Undo shows the card in its place at once, and takes it back when the server fails (23)', async () => {
  const rows = ['first', 'bot', 'last'].map((name) => ({ ...row, id: name, name }));
  let respond: (reply: { status: number }) => void = vi.fn();
  const response = new Promise<{ status: number }>((resolve) => {
    respond = resolve;
  });
  await open({
    'GET deployments': { json: rows },
    'DELETE deployments': { status: 204 },
    'POST restore_deployment': () => response,
  });
  const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  press('Delete bot');
  await screen.findByText('Deployment deleted successfully!');
  expect(names()).toEqual(['first', 'last']);
  press('Undo');
  await waitFor(() => {
    expect(names()).toEqual(['first', 'bot', 'last']);
  });
  expect(screen.getByRole('button', { name: 'Stop bot' }).ariaBusy).toBe('true');
  expect(screen.getByRole('button', { name: 'Delete bot' }).ariaDisabled).toBe('true');
  respond({ status: 500 });
  await waitFor(() => {
    expect(toastTexts('error')).toHaveLength(1);
  });
  expect(names()).toEqual(['first', 'last']);
});

test('Start sets a stopped deployment to deploying', { tags: ['DEP-49', 'DEP-50'] }, async () => {
  const { backend } = await open({
    'GET deployments': { json: [{ ...row, status: 'stopped' }] },
    'PATCH deployments': { status: 204 },
  });
  press('Start bot');
  await screen.findByText('Deploying');
  expect(backend.sent('PATCH', 'deployments').map(({ body }) => body)).toEqual([
    { status: 'deploying', last_deployed_at: null },
  ]);
});
