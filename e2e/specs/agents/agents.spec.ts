/** `/agents` on the real database: the form, the templates, the playground, and what a creator does with an agent. */
import type { Page } from '@playwright/test';
import { newUser, type NewUser, signIn } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';

let person: NewUser;
test.beforeEach(async ({ page }) => {
  person = await newUser();
  await signIn(page, person);
  await page.goto('/agents');
  await expect(page.getByRole('heading', { name: 'AI Agents', level: 1 })).toBeVisible();
});
test.afterEach(() => asOperator(`agents?creator_id=eq.${person.id}`, { method: 'DELETE' }));

const rows = async (select = 'name') =>
  (await (await asOperator(`agents?creator_id=eq.${person.id}&select=${select}`)).json()) as unknown[];

const form = (page: Page) => page.getByRole('form', { name: 'Create Agent' });
const submit = (page: Page) => form(page).getByRole('button', { name: 'Create Agent' }).click();

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await expect(form(page).getByLabel('Name')).toBeFocused();
}
async function create(page: Page, name: string, description = 'Does one thing well') {
  await openForm(page);
  await form(page).getByLabel('Name').fill(name);
  await form(page).getByLabel('Description').fill(description);
  await submit(page);
  await expect(form(page)).toHaveCount(0);
}
const own = (page: Page) => page.getByRole('region', { name: 'Your agents' }).locator('article');
const card = (page: Page, name: string) =>
  page.locator('main article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test(
  'a visitor is asked to sign in; a person comes by the quick action',
  { tag: ['@SHELL-05', '@SHELL-67', '@AGT-01'] },
  async ({ page, browser }) => {
    const visitor = await browser.newPage();
    await visitor.goto('/agents');
    await expect(visitor.getByText('Access Denied')).toBeVisible();
    await visitor.close();
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Create New Agent' }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await expect(page).toHaveTitle('AI Agents · Slipway');
    await expect(page.getByRole('heading', { name: 'AI Agents', level: 1 })).toBeVisible();
  },
);

test(
  'the form is in the page, with its defaults and its ends; Cancel closes it',
  { tag: ['@AGT-02', '@AGT-03', '@AGT-04', '@AGT-05', '@AGT-06', '@AGT-07'] },
  async ({ page }) => {
    await openForm(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/agents$/);
    for (const label of ['Name', 'Description', 'System prompt'])
      await expect(form(page).getByLabel(label)).toHaveValue('');
    const line = form(page).getByRole('slider', { name: 'Temperature' });
    const box = form(page).getByRole('spinbutton', { name: 'Temperature, as a number' });
    for (const control of [line, box]) {
      await expect(control).toHaveValue('0.7');
      for (const [name, value] of [
        ['min', '0'],
        ['max', '2'],
        ['step', '0.1'],
      ] as const)
        await expect(control).toHaveAttribute(name, value);
    }
    for (const [typed, taken] of [
      ['-0.1', '0'],
      ['2.1', '2'],
      ['0.75', '0.8'],
    ] as const) {
      await box.fill(typed);
      await box.blur();
      await expect(line).toHaveValue(taken);
      await expect(box).toHaveValue(taken);
    }
    await box.fill('0.7');
    await expect(form(page).getByLabel('Max tokens')).toHaveValue('1000');
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create Agent' })).toBeFocused();
  },
);

test(
  'one message at a time, in order; what was typed stays; nothing is sent',
  { tag: ['@AGT-08', '@AGT-09', '@AGT-10', '@AGT-11', '@AGT-18'] },
  async ({ page }) => {
    await openForm(page);
    const name = form(page).getByLabel('Name');
    const description = form(page).getByLabel('Description');
    const toasts = page.locator('[data-toast]');
    await submit(page);
    await expect(toasts).toHaveText(['Agent name is required']);
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill('   ');
    await submit(page);
    await expect(toasts).toHaveText(['Agent name is required']);
    await name.fill('Helper');
    await description.fill('  ');
    await submit(page);
    await expect(toasts).toHaveText(['Agent description is required']);
    await expect(description).toBeFocused();
    await description.fill('Helps');
    for (const wrong of ['0', '4001', '1.5', '']) {
      await form(page).getByLabel('Max tokens').fill(wrong);
      await submit(page);
      await expect(toasts).toHaveText(['Max tokens must be a whole number from 1 to 4000']);
      await expect(form(page).getByLabel('Max tokens')).toBeFocused();
    }
    await expect(name).toHaveValue('Helper');
    await expect(description).toHaveValue('Helps');
    expect(await rows()).toEqual([]);
  },
);

test(
  'stored trimmed as a private draft, listed first, and the form begins anew',
  { tag: ['@AGT-12', '@AGT-13', '@AGT-14', '@AGT-15', '@AGT-16'] },
  async ({ page }) => {
    await create(page, 'First');
    await create(page, '  Second  ', '  With spaces  ');
    await expect(page.getByText('Agent created successfully!').last()).toBeVisible();
    await expect(own(page).getByRole('heading')).toHaveText(['Second', 'First']);
    await expect(own(page).first()).toContainText('Draft');
    for (const fact of ['Status', 'Interactions', 'Last Updated'])
      await expect(own(page).first()).toContainText(fact);
    expect(
      await rows('name,description,status,is_public,agent_configs(prompt,temperature,max_tokens)'),
    ).toContainEqual({
      ...{ name: 'Second', description: 'With spaces', status: 'draft', is_public: false },
      agent_configs: { prompt: '', temperature: 0.7, max_tokens: 1000 },
    });
    await openForm(page);
    for (const label of ['Name', 'Description', 'System prompt'])
      await expect(form(page).getByLabel(label)).toHaveValue('');
    await expect(form(page).getByRole('slider')).toHaveValue('0.7');
    await expect(form(page).getByLabel('Max tokens')).toHaveValue('1000');
  },
);

test(
  'what is typed and not submitted leaves nothing, and leaving asks first',
  { tag: ['@AGT-17'] },
  async ({ page }) => {
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    await openForm(page);
    await form(page).getByLabel('Name').fill('Zanzibar');
    await form(page).getByLabel('System prompt').fill('Quixotic words');
    expect(await stored()).not.toMatch(/Zanzibar|Quixotic/);
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form(page).getByLabel('Name')).toHaveValue('Zanzibar');
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await expect(form(page)).toBeVisible();
    await page.getByRole('button', { name: 'Configure Sales Assistant' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(form(page).getByLabel('Name')).toHaveValue('Sales Assistant');
    await form(page).getByLabel('Name').fill('Zanzibar');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Create Agent' })).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    expect(await rows()).toEqual([]);
  },
);

test(
  'three templates: configured into the form, tried in the playground',
  { tag: ['@AGT-19', '@AGT-20', '@AGT-21', '@AGT-22', '@T-24'] },
  async ({ page }) => {
    const templates = page.getByRole('region', { name: 'Templates' }).locator('article');
    await expect(templates.getByRole('heading')).toHaveText([
      ...['Customer Support Bot', 'Sales Assistant', 'Content Creator'],
    ]);
    for (const one of await templates.all())
      for (const fact of ['Status', 'Interactions', 'Last Updated']) await expect(one).toContainText(fact);
    await page.getByRole('button', { name: 'Test Content Creator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test Content Creator' });
    const asked = page.waitForRequest('**/v1/preview');
    await dialog.getByLabel('Message').fill('Hello');
    await dialog.getByLabel('Message').press('Enter');
    expect((await asked).postDataJSON()).toMatchObject({
      ...{ name: 'Content Creator', temperature: 0.9, max_tokens: 2000, stream: true },
      prompt: expect.stringContaining('You turn outlines') as unknown,
    });
    await expect(dialog.getByText(/^Hello! I am Content Creator/).first()).toBeVisible();
    await expect(dialog.getByText(/^Sample model/)).toBeVisible();
    await expect(dialog.getByText(/tokens out · cost \$0\.00$/)).toBeVisible();
    await expect(dialog.getByRole('status').filter({ hasText: 'Hello! I am' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Configure Customer Support Bot' }).click();
    await expect(form(page).getByLabel('Name')).toHaveValue('Customer Support Bot');
    await expect(form(page).getByLabel('System prompt')).toHaveValue(/^You answer customers/);
    await expect(form(page).getByRole('slider')).toHaveValue('0.3');
  },
);

test('an agent of one’s own: configured, published by its checklist, unpublished, archived, deleted and back', async ({
  page,
}) => {
  await create(page, 'Life');
  await page.getByRole('button', { name: 'Configure Life' }).click();
  const edit = page.getByRole('form', { name: 'Configure Life' });
  await edit.getByLabel('System prompt').fill('Be brief.');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toHaveCount(0);
  await page.getByRole('button', { name: 'Test Life' }).click();
  const test_ = page.getByRole('dialog', { name: 'Test Life' });
  await test_.getByLabel('Message').fill('Hello');
  await test_.getByRole('button', { name: 'Send' }).click();
  await expect(test_.getByText(/\(2 words\)/).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await choose(page, 'Life', 'Publish…');
  const dialog = page.getByRole('dialog', { name: 'Publish Life' });
  const missing = dialog.getByRole('img', { name: 'Missing' });
  await expect(missing).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByLabel('Category')).toBeFocused();
  await dialog.getByLabel('Category').selectOption('Sales');
  await dialog.getByLabel('Pricing').selectOption('Per message');
  await dialog.getByLabel('Price in US dollars').fill('0.05');
  await dialog.getByLabel('Tags').fill('Life, test,');
  await expect(missing).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(card(page, 'Life')).toContainText('Published');
  expect(await rows('status,is_public,category,tags,pricing_model,price_per_message')).toEqual([
    {
      ...{ status: 'active', is_public: true, category: 'sales', tags: ['life', 'test'] },
      ...{ pricing_model: 'per_message', price_per_message: 0.05 },
    },
  ]);
  await choose(page, 'Life', 'Unpublish');
  await expect(card(page, 'Life')).toContainText('Private');
  await choose(page, 'Life', 'Archive');
  await expect(card(page, 'Life')).toContainText('Archived');
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('row', { name: /Life/ })).toContainText('Archived');
  await choose(page, 'Life', 'Delete');
  await expect(page.getByText('You have no agents yet')).toBeVisible();
  expect(await rows()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Life/ })).toContainText('Archived');
  expect(await rows('name,agent_configs(prompt)')).toEqual([
    { name: 'Life', agent_configs: { prompt: 'Be brief.' } },
  ]);
});

test.describe('without the gateway', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ });
  test('the playground says so and tries again; an answer is stopped', async ({ page }) => {
    await page.route('**/v1/preview', (route) => route.abort());
    await page.getByRole('button', { name: 'Test Sales Assistant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test Sales Assistant' });
    await dialog.getByLabel('Message').fill('Hello');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByText('Couldn’t reach the agent.')).toBeVisible();
    await page.unroute('**/v1/preview');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText(/^Hello! I am Sales Assistant/).first()).toBeVisible();
    await page.route('**/v1/preview', () => undefined);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(dialog.getByText('Stopped').last()).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeVisible();
  });
});

test('hostile words are words: they run nothing and break nothing', async ({ page }) => {
  const names = [
    '<img src=x onerror="window.hit=1">',
    'javascript:alert(1)',
    '\u202Egnp.exe live\u202C',
    '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u200D\u200B',
    'W'.repeat(80),
  ];
  for (const name of names)
    await asOperator('agents', {
      method: 'POST',
      body: JSON.stringify({
        ...{ name, description: `${name} <script>window.hit=1</script>`, category: 'sales' },
        creator_id: person.id,
      }),
    });
  await page.reload();
  await expect(own(page)).toHaveCount(names.length);
  for (const name of names) await expect(own(page).getByText(name, { exact: true })).toHaveCount(1);
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await openForm(page);
  await form(page).getByLabel('Description').fill('x'.repeat(1_000_000));
  await expect(form(page).getByText('1000 / 1000')).toBeVisible();
  const long = { name: 'Long', description: 'x'.repeat(1_000_000), category: 'sales', creator_id: person.id };
  await expect(asOperator('agents', { method: 'POST', body: JSON.stringify(long) })).rejects.toThrow(
    'agents_description_length',
  );
});
