/**
 * The agent form in the creator's workspace: defaults, limits, validation, saving and discarding.
 * One file: all tests drive the same form through its helpers.
 */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { draftAgent, repliesFor } from '../../testing/agents';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(replies: Replies = repliesFor([])) {
  const backend = startBackend(replies);
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  const page = renderPage(<AgentsPage />, '/agents');
  await screen.findByRole('heading', { name: 'Templates' });
  return { backend, ...page };
}

const openButton = () => screen.getByRole('button', { name: 'Create Agent' });
async function openForm(replies?: Replies) {
  const page = await open(replies);
  await userEvent.click(openButton());
  await screen.findByRole('form', { name: 'Create Agent' });
  return page;
}
const form = () => within(screen.getByRole('form'));
const field = (name: string) => form().getByRole<HTMLInputElement>('textbox', { name });
/** Sets the text at once. Only tests about typing press keys. */
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const maxTokens = () => form().getByRole<HTMLInputElement>('spinbutton', { name: 'Max tokens' });
const noticeDays = () => form().getByRole<HTMLInputElement>('spinbutton', { name: 'Notice period in days' });
const systemMessages = () =>
  form().getByRole<HTMLInputElement>('checkbox', { name: 'Callers may add system messages' });
const submit = () => userEvent.click(form().getByRole('button', { name: 'Create Agent' }));

test(
  'opens inline with defaults and focuses the name',
  { tags: ['AGT-02', 'AGT-04', 'AGT-05', 'AGT-06'] },
  async () => {
    const { address } = await openForm();
    expect(address()).toBe('/agents');
    expect(screen.getByRole('form').closest('dialog')).toBeNull();
    // On a busy machine, the effect that moves the focus runs later.
    await waitFor(() => {
      expect(document.activeElement).toBe(field('Name'));
    });
    for (const name of ['Name', 'Description', 'System prompt']) {
      expect(field(name).value).toBe('');
      // Text from right to left is aligned as on the card.
      expect(field(name).dir).toBe('auto');
    }
    expect(form().getByRole<HTMLInputElement>('slider').value).toBe('0.7');
    expect(maxTokens().value).toBe('1000');
    expect(noticeDays().value).toBe('30');
    expect(systemMessages().checked).toBe(false);
  },
);

test('limits the temperature to 0 to 2 in steps of 0.1', { tags: ['AGT-07'] }, async () => {
  await openForm();
  const slider = form().getByRole<HTMLInputElement>('slider', { name: 'Temperature' });
  const box = form().getByRole<HTMLInputElement>('spinbutton', { name: 'Temperature, as a number' });
  for (const { min, max, step } of [slider, box]) expect([min, max, step]).toEqual(['0', '2', '0.1']);
});

test.each(['-0.1', '2.1', '0.75', ''])(
  'rejects the temperature %j beside its field, and neither rounds nor limits it',
  { tags: ['AGT-07'] },
  async (typed) => {
    const message = 'Temperature must be from 0 to 2, in steps of 0.1';
    const { backend, toasts } = await openForm();
    const box = form().getByRole<HTMLInputElement>('spinbutton', { name: 'Temperature, as a number' });
    fill('Name', 'Helper');
    fill('Description', 'Helps');
    await userEvent.clear(box);
    if (typed) await userEvent.type(box, typed);
    await userEvent.tab();
    expect(form().queryAllByText(message)).toHaveLength(typed ? 1 : 0);
    await submit();
    expect(toasts('error')).toEqual([message]);
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(box.value).toBe(typed);
    expect(document.activeElement).toBe(box);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    // On a slow machine the toast may have timed out already.
    const dismiss = screen.queryByRole('button', { name: 'Dismiss' });
    if (dismiss) await userEvent.click(dismiss);
    // The field shows the message until the number is corrected.
    expect(await form().findByText(message)).toBeTruthy();
    expect(backend.sent('POST', 'create_agent')).toEqual([]);
    await userEvent.clear(box);
    await userEvent.type(box, '0.8');
    expect(screen.queryByText(message)).toBeNull();
    await submit();
    await waitFor(() => {
      expect(backend.sent('POST', 'create_agent')[0]?.body).toMatchObject({ temperature: 0.8 });
    });
  },
);

test('Cancel closes an unchanged form and returns the focus', { tags: ['AGT-03'] }, async () => {
  await openForm();
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(openButton());
});

test(
  'reports one error at a time, name first, and keeps the input',
  { tags: ['AGT-09', 'AGT-10', 'AGT-11', 'AGT-18'] },
  async () => {
    const { backend, toasts } = await openForm();
    await submit();
    expect(toasts('error')).toEqual(['Agent name is required']);
    expect(document.activeElement).toBe(field('Name'));
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(field('Name'), '   ');
    await submit();
    expect(toasts('error')).toEqual(['Agent name is required']);
    await userEvent.type(field('Name'), 'Helper');
    await userEvent.type(field('Description'), '  ');
    await submit();
    expect(toasts('error')).toEqual(['Agent description is required']);
    expect(document.activeElement).toBe(field('Description'));
    expect(field('Name').value).toBe('   Helper');
    expect(backend.sent('POST', 'create_agent')).toEqual([]);
  },
);

test('rejects max tokens that are no whole number from 1 to 4000', { tags: ['AGT-08'] }, async () => {
  const { backend, toasts } = await openForm();
  fill('Name', 'Helper');
  fill('Description', 'Helps');
  for (const typed of ['0', '4001', '1.5', '']) {
    await userEvent.clear(maxTokens());
    if (typed) await userEvent.type(maxTokens(), typed);
    await submit();
    expect(toasts('error'), typed).toEqual(['Max tokens must be a whole number from 1 to 4,000']);
    expect(document.activeElement).toBe(maxTokens());
  }
  expect(backend.sent('POST', 'create_agent')).toEqual([]);
});

test('rejects a notice period that is no whole number from 0 to 365', async () => {
  const { backend, toasts } = await openForm();
  fill('Name', 'Helper');
  fill('Description', 'Helps');
  for (const typed of ['', '-1', '366', '1.5']) {
    await userEvent.clear(noticeDays());
    if (typed) await userEvent.type(noticeDays(), typed);
    await submit();
    expect(toasts('error'), typed).toEqual(['Notice period must be a whole number from 0 to 365']);
    expect(document.activeElement).toBe(noticeDays());
    expect(noticeDays().getAttribute('aria-invalid')).toBe('true');
  }
  expect(backend.sent('POST', 'create_agent')).toEqual([]);
});

test('saves the advanced settings, and asks before they are discarded', async () => {
  const { backend } = await openForm();
  await userEvent.click(systemMessages());
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  fill('Name', 'Helper');
  fill('Description', 'Helps');
  await userEvent.clear(noticeDays());
  await userEvent.type(noticeDays(), '0');
  await submit();
  await waitFor(() => {
    expect(backend.sent('POST', 'create_agent')[0]?.body).toMatchObject({
      ...{ notice_days: 0, allows_system_messages: true },
    });
  });
});

test(
  'saves trimmed text without a prompt, closes, and starts empty the next time',
  { tags: ['AGT-12', 'AGT-13', 'AGT-14', 'AGT-15', 'AGT-16'] },
  async () => {
    const { backend, toasts } = await openForm();
    fill('Name', ' Helper ');
    fill('Description', ' Helps ');
    backend.replies = repliesFor([draftAgent]);
    await submit();
    expect(await screen.findByRole('heading', { name: 'Helper' })).toBeTruthy();
    expect(toasts('success')).toEqual(['Agent created successfully!']);
    expect(screen.queryByRole('form')).toBeNull();
    expect(backend.sent('POST', 'create_agent').map(({ body }) => body)).toEqual([
      {
        ...{ name: 'Helper', description: 'Helps', prompt: '', temperature: 0.7, max_tokens: 1000 },
        ...{ notice_days: 30, allows_system_messages: false },
      },
    ]);
    await userEvent.click(openButton());
    await screen.findByRole('form');
    for (const name of ['Name', 'Description', 'System prompt']) expect(field(name).value).toBe('');
  },
);

test('two presses before the page shows the first one create one agent (23)', async () => {
  const { backend, toasts, queryClient } = await openForm();
  fill('Name', 'Helper');
  fill('Description', 'Helps');
  backend.replies = repliesFor([draftAgent]);
  const button = form().getByRole('button', { name: 'Create Agent' });
  button.click();
  button.click();
  await waitFor(() => {
    expect(queryClient.isMutating()).toBe(0);
  });
  expect(backend.sent('POST', 'create_agent')).toHaveLength(1);
  expect(toasts()).toEqual(['Agent created successfully!']);
});

test('keeps what was typed when saving fails, and can save it again', { tags: ['AGT-18'] }, async () => {
  const { backend, toasts } = await openForm({
    ...repliesFor([]),
    'POST create_agent': { status: 500, json: { message: 'x' } },
  });
  fill('Name', 'Helper');
  fill('Description', 'Helps');
  await submit();
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t create the agent']);
  });
  const failed = within(screen.getByRole('region', { name: 'Helper isn’t created yet' }));
  const back = failed.getByRole('button', { name: 'Back to the form' });
  expect(document.activeElement).toBe(back);
  expect(screen.queryByRole('form')).toBeNull();
  // The list shows the draft in place of the agent.
  const draft = within(screen.getByRole('region', { name: 'Your agents' })).getByRole('article');
  expect(draft.textContent).toBe('HelperNot createdHelps');
  await userEvent.click(back);
  expect(screen.queryByText('Not created')).toBeNull();
  expect(document.activeElement).toBe(field('Name'));
  expect(field('Name').value).toBe('Helper');

  await submit();
  backend.replies = repliesFor([draftAgent]);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Configure Helper' })).toBeTruthy();
  expect(screen.queryByText('Not created')).toBeNull();
  expect(backend.sent('POST', 'create_agent').map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ name: 'Helper' }) as unknown),
  );
});

test('explains the limit of the plan, with the way to a larger one (A7)', async () => {
  await openForm({
    ...repliesFor([]),
    'POST create_agent': { status: 403, json: { message: 'x', code: 'PT403', hint: 'plan_limit' } },
  });
  fill('Name', 'Helper');
  fill('Description', 'Helps');
  await submit();
  expect(await screen.findByText(/^Your Starter plan includes 1 agent\./)).toBeTruthy();
  const plans = screen.getByRole('link', { name: 'See plans' });
  expect(plans.getAttribute('href')).toBe('/billing');
  expect(plans.dataset.variant).toBe('primary');
  // It would fail again.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the form' }));
  expect(field('Name').value).toBe('Helper');
});

test('says that a name has invisible characters', async () => {
  const { toasts } = await openForm({
    ...repliesFor([]),
    'POST create_agent': { status: 400, json: { message: 'x', code: 'PT400', hint: 'hidden_characters' } },
  });
  fill('Name', 'Hel\u200bper');
  fill('Description', 'Helps');
  await submit();
  await waitFor(() => {
    expect(toasts('error')).toEqual(['The name has invisible characters. Delete it and type it again.']);
  });
});

test(
  'keeps nothing of a form that is not submitted: not in storage, a request or a later visit',
  { tags: ['AGT-17'] },
  async () => {
    const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    const { backend, unmount } = await openForm();
    const before = stored();
    for (const name of ['Name', 'Description', 'System prompt']) fill(name, 'Zanzibar');
    window.dispatchEvent(new Event('pagehide'));
    unmount();
    expect(stored()).toBe(before);
    expect(JSON.stringify(backend.requests.map(({ url, body }) => [url.href, body]))).not.toContain(
      'Zanzibar',
    );
    await openForm();
    for (const name of ['Name', 'Description', 'System prompt']) expect(field(name).value).toBe('');
  },
);

test('asks before Cancel discards changes', async () => {
  await openForm();
  fill('Name', 'Zanzibar');
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull();
  });
  expect(field('Name').value).toBe('Zanzibar');
  await userEvent.click(form().getByRole('button', { name: 'Cancel' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Discard your changes?' })).getByRole('button', {
      name: 'Discard',
    }),
  );
  await waitFor(() => {
    expect(screen.queryByRole('form')).toBeNull();
  });
});

test('a template replaces the form after the changes are discarded', { tags: ['AGT-21'] }, async () => {
  await openForm();
  fill('Name', 'Zanzibar');
  await userEvent.click(screen.getByRole('button', { name: 'Configure Sales Assistant' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  await userEvent.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(field('Name').value).toBe('Sales Assistant');
  });
  expect(field('System prompt').value).toMatch(/^You qualify inbound leads/);
});
