/**
 * The creator's agents and templates: their facts, actions and failures.
 * One file: all tests use the same page and rows.
 */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import AgentsPage from '../../routes/AgentsPage';
import { configurationOf, draftAgent, publishedAgent, repliesFor } from '../../testing/agents';
import { chooseAction } from '../../testing/chooseAction';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(replies: Replies) {
  const backend = startBackend(replies);
  await signInAs();
  vi.stubGlobal('scrollTo', () => undefined);
  return { backend, ...renderPage(<AgentsPage />, '/agents') };
}

/** Sets the text at once. Only tests about typing press keys. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const own = async () => within(await screen.findByRole('region', { name: 'Your agents' }));

test('leads from a new agent to its test, publication and deployment (B14)', async () => {
  const { backend } = await open(repliesFor([]));
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  fill(await screen.findByLabelText('Name'), 'Helper');
  fill(screen.getByLabelText('Description'), 'Helps');
  backend.replies = repliesFor([draftAgent]);
  const form = within(screen.getByRole('form'));
  await userEvent.click(form.getByRole('button', { name: 'Create Agent' }));
  const steps = within(await screen.findByRole('region', { name: 'Next steps for Helper' }));
  // The heading may shrink, so that a long word of the name breaks on a phone.
  expect(steps.getByRole('heading').parentElement?.dataset['grow']).toBe('true');
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1. Test itChat with it. It’s free, and nothing is saved.Test',
    '2. Publish itNeeds a category and a pricePublish',
    '3. Deploy itAfter it’s published: get an endpoint and an API key.',
  ]);
  await userEvent.click(steps.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('dialog', { name: 'Publish Helper' })).toBeTruthy();
});

test('a new agent whose Configure is pressed while the page still loads its figures is configured', async () => {
  const { backend } = await open(repliesFor([]));
  await userEvent.click(screen.getByRole('button', { name: 'Create Agent' }));
  fill(await screen.findByLabelText('Name'), 'Helper');
  fill(screen.getByLabelText('Description'), 'Helps');
  let showFigures: () => void = () => undefined;
  const figures = new Promise<{ json: unknown }>((resolve) => {
    showFigures = () => {
      resolve({ json: [] });
    };
  });
  backend.replies = {
    ...repliesFor([draftAgent]),
    agent_interactions: () => figures,
    agent_configuration: configurationOf(draftAgent, { prompt: 'Be brief.' }),
  };
  await userEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Create Agent' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'agent_configuration')).toHaveLength(1);
  });
  showFigures();
  const form = within(await screen.findByRole('form', { name: 'Configure Helper' }));
  expect(form.getByLabelText<HTMLTextAreaElement>('System prompt').value).toBe('Be brief.');
});

test('a card says what its agent lacks, and leads a published one to its deployment (B14)', async () => {
  startBackend(repliesFor([draftAgent, publishedAgent]));
  await signInAs();
  renderPage(<AgentsPage />, '/agents', {
    routes: [{ path: '/deployments', title: 'Deployments', access: 'signed-in' }],
  });
  expect(await screen.findByText('Needs a category and a price')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Publish Helper' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Deploy Star' }).getAttribute('href')).toBe(
    '/deployments?agent=a2&new=deployment',
  );
});

test('shows the page title', { tags: ['AGT-01'] }, async () => {
  await open(repliesFor([]));
  expect(screen.getByRole('heading', { level: 1, name: 'AI Agents' })).toBeTruthy();
});

test('shows the facts of each agent', { tags: ['AGT-20'] }, async () => {
  await open(repliesFor([draftAgent, publishedAgent]));
  const cards = await (await own()).findAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(['Helper', 'Star']);
  const [first, second] = cards;
  for (const text of ['Status', 'Draft', 'Interactions', '5', 'Last Updated', 'Nov 20, 2026']) {
    expect(first?.textContent).toContain(text);
  }
  expect(second?.textContent).toContain('Published');
});

test('an agent without interactions has 0 of them, as its response says nothing about it', async () => {
  await open({ ...repliesFor([draftAgent]), agent_interactions: { json: [] } });
  const [card] = await (await own()).findAllByRole('article');
  await waitFor(() => {
    expect(card?.textContent).toContain('Interactions0');
  });
});

test('the menu of a card takes the place of the button that loads it, and opens', async () => {
  const shown = vi.spyOn(HTMLElement.prototype, 'showPopover');
  await open(repliesFor([draftAgent]));
  const opener = () => screen.getByRole('button', { name: 'More actions for Helper' });
  await waitFor(opener);
  const place = opener().parentElement;
  // Its icon ends with the content.
  expect(place?.hasAttribute('data-flush-end')).toBe(true);
  expect(place?.querySelector('[role=menu]')).toBeNull();
  const before = opener();
  before.focus();
  fireEvent.keyDown(before, { key: 'ArrowUp' });
  // While its code loads, the button stays, and with it the focus.
  expect(before.style.display).toBe('');
  await waitFor(() => {
    expect(shown).toHaveBeenCalledOnce();
  });
  expect(opener().parentElement).toBe(place);
  expect(document.activeElement?.textContent).toBe('Delete');
});

test('a suspended agent has that in the place of its status and its next step', async () => {
  const suspended = { ...draftAgent, status: 'active', suspended_at: '2026-12-01T10:00:00+00:00' };
  startBackend(repliesFor([suspended]));
  await signInAs();
  const routes = [{ path: '/deployments', title: 'Deployments', access: 'signed-in' as const }];
  renderPage(<AgentsPage />, '/agents', { routes });
  expect(await screen.findByText('Calls are rejected. Your notifications say why.')).toBeTruthy();
  expect(screen.getByText('Suspended')).toBeTruthy();
  expect(screen.queryByText('Ready to deploy')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Deploy Helper' })).toBeNull();
});

test('says when the deployments of a withdrawn agent stop', async () => {
  const withdrawn = { ...draftAgent, status: 'archived', calls_end_at: '2099-12-24T10:00:00+00:00' };
  const ended = { ...withdrawn, id: 'a3', calls_end_at: '2020-01-02T10:00:00+00:00' };
  const hidden = { ...withdrawn, id: 'a4', status: 'active' };
  const own_deployments = 1;
  await open({
    ...repliesFor([withdrawn, ended, { ...withdrawn, id: 'unused' }, hidden, { ...withdrawn, id: 'own' }]),
    agent_deployments: {
      json: [
        ...['a1', 'a3'].map((agent_id) => ({
          agent_id,
          deployments: 1,
          own_deployments,
          calls_end_at: null,
        })),
        // Hiding an agent does not end the deployments of its creator; archiving it does.
        ...['a4', 'own'].map((agent_id) => ({
          agent_id,
          deployments: 0,
          own_deployments,
          calls_end_at: null,
        })),
      ],
    },
  });
  await screen.findByText('Deployments stopped on Jan 2, 2020');
  const cards = await (await own()).findAllByRole('article');
  expect(
    cards.map(({ textContent }) => /Deployments stop\w* on \w+ \d+, \d+/.exec(textContent)?.[0]),
  ).toEqual([
    'Deployments stop on Dec 24, 2099',
    'Deployments stopped on Jan 2, 2020',
    undefined,
    undefined,
    'Deployments stop on Dec 24, 2099',
  ]);
});

test('shows the agents as a table', async () => {
  await open(repliesFor([draftAgent]));
  await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
  const row = screen.getByRole('row', { name: /Helper/ });
  for (const text of ['Draft', '5', '2', 'Nov 20, 2026']) expect(row.textContent).toContain(text);
});

test.each(['Cards', 'Table'])(
  'after Configure and Cancel, the focus is on Configure again: %s',
  async (view) => {
    const { backend } = await open(repliesFor([draftAgent]));
    backend.replies = { ...backend.replies, agent_configuration: configurationOf(draftAgent) };
    await userEvent.click(await screen.findByRole('button', { name: view }));
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Configure Helper' }));
    });
  },
);

test('a creator without agents begins with a form', async () => {
  await open(repliesFor([]));
  expect(await screen.findByText('You have no agents yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create your first agent' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => {
    expect(document.activeElement).toBe(name);
  });
  expect(screen.queryByRole('button', { name: 'Create your first agent' })).toBeNull();
});

test('shows a failure and retries', async () => {
  const { backend } = await open({
    ...repliesFor([]),
    'GET agents': { status: 500, json: { message: 'x' } },
  });
  expect(await screen.findByText('Couldn’t load your agents')).toBeTruthy();
  backend.replies = repliesFor([draftAgent]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Helper' })).toBeTruthy();
});

test('offers three templates in order', { tags: ['AGT-19', 'AGT-20'] }, async () => {
  await open(repliesFor([]));
  const templates = within(await screen.findByRole('region', { name: 'Templates' })).getAllByRole('article');
  expect(templates.map((each) => within(each).getByRole('heading').textContent)).toEqual([
    ...['Customer Support Bot', 'Sales Assistant', 'Content Creator'],
  ]);
  for (const template of templates) {
    for (const fact of ['Status', 'Interactions', 'Last Updated']) {
      expect(template.textContent).toContain(fact);
    }
  }
});

test('Configure fills the form from a template', { tags: ['AGT-21'] }, async () => {
  await open(repliesFor([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Customer Support Bot' }));
  const form = within(await screen.findByRole('form', { name: 'Create Agent' }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Customer Support Bot');
  expect(form.getByRole<HTMLInputElement>('slider').value).toBe('0.3');
});

test('Configure edits an agent', async () => {
  const agent = { ...draftAgent, notice_days: 90, allows_system_messages: true };
  const { backend, toasts } = await open({
    ...repliesFor([agent]),
    agent_configuration: configurationOf(agent, { prompt: 'Old', temperature: 1, max_tokens: 50 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  const form = within(await screen.findByRole('form', { name: 'Configure Helper' }));
  const prompt = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'System prompt' });
  expect(prompt.value).toBe('Old');
  const noticeDays = form.getByRole<HTMLInputElement>('spinbutton', { name: 'Notice period in days' });
  expect(noticeDays.value).toBe('90');
  await userEvent.click(
    form.getByRole('checkbox', { name: 'Callers may add system messages', checked: true }),
  );
  fill(prompt, 'Be brief.');
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Changes saved']);
  });
  expect(backend.sent('POST', 'configure_agent')[0]?.body).toEqual({
    ...{ agent: 'a1', name: 'Helper', description: 'Helps', prompt: 'Be brief.' },
    ...{ temperature: 1, max_tokens: 50, notice_days: 90, allows_system_messages: false, etag: 'e1' },
  });
  expect(screen.queryByRole('form')).toBeNull();
  // The focus returns to the button that opened the form.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Configure Helper' }));
});

test('the list is read again after an agent was configured', async () => {
  const { backend } = await open({
    ...repliesFor([draftAgent]),
    agent_configuration: configurationOf(draftAgent, { prompt: 'Old' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  const form = within(await screen.findByRole('form', { name: 'Configure Helper' }));
  fill(form.getByRole('textbox', { name: 'Name' }), 'Renamed');
  backend.replies = { ...backend.replies, 'GET agents': { json: [{ ...draftAgent, name: 'Renamed' }] } };
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByRole('button', { name: 'Configure Renamed' })).toBeTruthy();
});

test.each([
  [{ status: 500, json: { message: 'x' } }, 'Couldn’t save your changes'],
  [
    { status: 400, json: { code: 'PT400', message: 'x', hint: 'hidden_characters' } },
    'The name has invisible characters. Delete it and type it again.',
  ],
])(
  'the form goes when it is sent, and after a failure a press brings it back, with the focus (23)',
  async (reply, message) => {
    let respond: () => void = () => undefined;
    const failure = new Promise<{ status: number; json: unknown }>((resolve) => {
      respond = () => {
        resolve(reply);
      };
    });
    const { toasts } = await open({
      ...repliesFor([draftAgent]),
      agent_configuration: configurationOf(draftAgent, { prompt: 'Old' }),
      configure_agent: () => failure,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
    const form = within(await screen.findByRole('form', { name: 'Configure Helper' }));
    fill(form.getByRole('textbox', { name: 'System prompt' }), 'Be brief.');
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(screen.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create Agent' }));
    respond();
    await waitFor(() => {
      expect(toasts('error')).toEqual([message]);
    });
    // The form does not open again by itself: it would push the agents down.
    const back = await screen.findByRole('button', { name: 'Back to the form' });
    expect(screen.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(back);
    await userEvent.click(back);
    const again = within(await screen.findByRole('form'));
    expect(again.getByDisplayValue('Be brief.')).toBeTruthy();
    expect(document.activeElement).toBe(again.getByRole('button', { name: 'Save Changes' }));
  },
);

test('an agent that was deleted in another tab: its form stays, and Undo restores it', async () => {
  const { backend, toasts } = await open({
    ...repliesFor([draftAgent]),
    agent_configuration: configurationOf(draftAgent, { prompt: 'Old' }),
    configure_agent: { status: 404, json: { code: 'PT404', message: 'Agent not found' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Helper' }));
  const form = within(await screen.findByRole('form', { name: 'Configure Helper' }));
  fill(form.getByRole('textbox', { name: 'System prompt' }), 'Be brief.');
  backend.replies = { ...backend.replies, ...repliesFor([]) };
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('You have no agents yet')).toBeTruthy();
  expect(toasts('error')).toEqual(['This agent was deleted. Undo that to save your changes.Undo']);
  expect(form.getByDisplayValue('Be brief.')).toBeTruthy();
  backend.replies = { ...backend.replies, ...repliesFor([draftAgent]) };
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Configure Helper' })).toBeTruthy();
  expect(backend.sent('POST', 'restore_agent')[0]?.body).toEqual({ agent: 'a1' });
  expect(form.getByDisplayValue('Be brief.')).toBeTruthy();
});

test('the form has its place while the configuration loads, and a failure removes it (23)', async () => {
  let respond: () => void = () => undefined;
  const failure = new Promise<{ status: number; json: unknown }>((resolve) => {
    respond = () => {
      resolve({ status: 500, json: { message: 'x' } });
    };
  });
  const { container, toasts } = await open({
    ...repliesFor([draftAgent]),
    agent_configuration: () => failure,
  });
  const places = () => container.querySelectorAll('[data-shape=block]');
  const button = await screen.findByRole('button', { name: 'Configure Helper' });
  expect(places()).toHaveLength(0);
  await userEvent.click(button);
  await waitFor(() => {
    expect(places()).toHaveLength(1);
  });
  respond();
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Couldn’t load the agent. Try again in a moment.']);
    expect(places()).toHaveLength(0);
  });
});

test('says at each field what publishing lacks (B15)', async () => {
  const { backend } = await open(repliesFor([draftAgent]));
  await chooseAction('Helper', 'Publish…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Helper' }));
  await userEvent.type(await dialog.findByLabelText('Tags'), '1,2,3,4,5,6,7,8,9,10,11');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  for (const text of [
    'Choose a category to publish',
    'Choose a pricing model to publish',
    'Use at most 10 tags. You entered 11.',
  ])
    expect(dialog.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Category'));
  expect(backend.sent('POST', 'publish_agent')).toEqual([]);
});

test('deletes an agent, and Undo restores it', async () => {
  const { backend, toasts } = await open(repliesFor([draftAgent]));
  await chooseAction('Helper', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(toasts('success')).toContain('Agent restored');
  });
  expect(backend.sent('DELETE', 'agents')[0]?.url.searchParams.get('id')).toBe('eq.a1');
  expect(backend.sent('POST', 'restore_agent')[0]?.body).toEqual({ agent: 'a1' });
  // Its timer would remove the next test's toast, which has the same id.
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

test('Undo restores an agent while the list is still read after its deletion', async () => {
  const { backend } = await open(repliesFor([draftAgent]));
  await screen.findByRole('button', { name: 'More actions for Helper' });
  backend.replies = { ...repliesFor([draftAgent]), 'GET agents': 'never' };
  await chooseAction('Helper', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'restore_agent')).toHaveLength(1);
  });
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

test('Undo shows the agent in its place at once, and takes it back when the server fails (23)', async () => {
  const third = { ...publishedAgent, id: 'a3', name: 'Third' };
  let respond: (reply: { status: number }) => void = vi.fn();
  const response = new Promise<{ status: number }>((resolve) => {
    respond = resolve;
  });
  const { backend, toasts } = await open(repliesFor([publishedAgent, draftAgent, third]));
  const names = () =>
    screen.queryAllByRole('article').flatMap((card) => within(card).getByRole('heading').textContent);
  await screen.findByRole('button', { name: 'More actions for Helper' });
  backend.replies = { ...repliesFor([publishedAgent, third]), 'POST restore_agent': () => response };
  await chooseAction('Helper', 'Delete');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => {
    expect(names()).not.toContain('Helper');
  });
  await userEvent.click(undo);
  await waitFor(() => {
    expect(names().slice(0, 3)).toEqual(['Star', 'Helper', 'Third']);
  });
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Helper' }));
  const [, card] = screen.getAllByRole('article');
  const remove = await within(card ?? document.body).findByText('Delete');
  expect(remove.closest('button')?.ariaDisabled).toBe('true');
  respond({ status: 500 });
  await waitFor(() => {
    expect(toasts('error')).toHaveLength(1);
  });
  await waitFor(() => {
    expect(names()).not.toContain('Helper');
  });
  // Its timer would remove the next test's toast, which has the same id.
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

test('explains why an agent in use cannot be deleted, which is in its place again', async () => {
  const { toasts } = await open({
    ...repliesFor([draftAgent]),
    'DELETE agents': { status: 409, json: { code: '23503', message: 'x' } },
  });
  await chooseAction('Helper', 'Delete');
  await waitFor(() => {
    expect(toasts('error')).toEqual(['Other users run this agent. Archive it instead.']);
  });
  expect(await screen.findByRole('button', { name: 'Configure Helper' })).toBeTruthy();
});

test('an agent goes before the response to its deletion: a late one would move the others (23)', async () => {
  await open({ ...repliesFor([draftAgent, publishedAgent]), 'DELETE agents': 'never' });
  await chooseAction('Helper', 'Delete');
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Configure Helper' })).toBeNull();
  });
  expect(screen.getByRole('button', { name: 'Configure Star' })).toBeTruthy();
});

test('publishes an agent once its details are complete', async () => {
  const { backend, toasts } = await open(repliesFor([draftAgent]));
  await chooseAction('Helper', 'Publish…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Helper' }));
  expect(await dialog.findAllByRole('img', { name: 'Missing' })).toHaveLength(2);
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  const category = dialog.getByRole('combobox', { name: 'Category' });
  expect(document.activeElement).toBe(category);
  await userEvent.selectOptions(category, 'Sales');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Pricing' }), 'Per message');
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Price in US dollars' }), '0.05');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Tags' }), 'Life, test,');
  expect(dialog.queryByRole('img', { name: 'Missing' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => {
    expect(toasts('success')).toEqual(['Agent published']);
  });
  expect(backend.sent('POST', 'publish_agent')[0]?.body).toEqual({
    ...{ description: 'Helps', category: 'sales', tags: ['life', 'test'], pricing_model: 'per_message' },
    ...{ price_per_message: 0.05, agent: 'a1', etag: 'e1' },
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('two presses of Enter before the page shows the first one publish once (23)', async () => {
  const { backend, toasts, queryClient } = await open(repliesFor([draftAgent]));
  await chooseAction('Helper', 'Publish…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Helper' }));
  fill(await dialog.findByLabelText('Category'), 'sales');
  fill(dialog.getByLabelText('Pricing'), 'free');
  const form = dialog.getByLabelText<HTMLInputElement>('Tags').form;
  form?.requestSubmit();
  form?.requestSubmit();
  await waitFor(() => {
    expect(queryClient.isMutating()).toBe(0);
  });
  expect(backend.sent('POST', 'publish_agent')).toHaveLength(1);
  expect(toasts()).toEqual(['Agent published']);
});

test('asks before what was typed in the publish dialog is discarded (23)', async () => {
  const { address, backend } = await open(repliesFor([draftAgent]));
  await chooseAction('Helper', 'Publish…');
  const dialog = () => screen.findByRole('dialog', { name: 'Publish Helper' });
  const cancel = async () => {
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  };
  const question = async () => within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  fill(await within(await dialog()).findByLabelText('Tags'), 'life');
  // Escape.
  fireEvent(await dialog(), new Event('cancel', { cancelable: true }));
  fireEvent.click((await question()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull();
  });
  expect(within(await dialog()).getByLabelText<HTMLInputElement>('Tags').value).toBe('life');
  await cancel();
  fireEvent.click((await question()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(address()).toBe('/agents');
  expect(backend.sent('POST', 'publish_agent')).toEqual([]);

  // Without unsaved input, closing asks nothing.
  await chooseAction('Helper', 'Publish…');
  await within(await dialog()).findByLabelText('Tags');
  await cancel();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
