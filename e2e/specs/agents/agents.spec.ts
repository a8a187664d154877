/**
 * `/agents` on the real database: the form, the templates, the playground, and the life of an agent. One file: all tests
 * use the same form and cards of a new user.
 */
import type { Page } from '@playwright/test';
import { newUser, type NewUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

let user: NewUser;
test.beforeEach(async ({ page }) => {
  user = await newUser();
  await startSession(page, user);
  await page.goto('/agents');
  await expect(page.getByRole('heading', { name: 'AI Agents', level: 1 })).toBeVisible();
});
test.afterEach(() => asOperator(`agents?creator_id=eq.${user.id}`, { method: 'DELETE' }));

const rows = async (select = 'name') =>
  (await (await asOperator(`agents?creator_id=eq.${user.id}&select=${select}`)).json()) as unknown[];

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

nightly(
  'asks a visitor to sign in; a user comes from the quick action',
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

nightly(
  'stores a trimmed private draft, lists it first, and empties the form',
  { tag: ['@AGT-12', '@AGT-13', '@AGT-14', '@AGT-15', '@AGT-16'] },
  async ({ page }) => {
    // The Starter plan has one agent.
    await asOperator('rpc/set_plan', {
      method: 'POST',
      body: JSON.stringify({ email: user.email, plan_name: 'Pro' }),
    });
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

test('configures, publishes by the checklist, unpublishes, archives, deletes and restores an agent', async ({
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
  // The row goes, and is there again, before the response.
  await expect.poll(() => rows()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Life/ })).toContainText('Archived');
  await expect
    .poll(() => rows('name,agent_configs(prompt)'))
    .toEqual([{ name: 'Life', agent_configs: { prompt: 'Be brief.' } }]);
});

test(
  'each template fills the form, and is tested on its own prompt',
  { tag: ['@AGT-19', '@AGT-20', '@AGT-21', '@AGT-22'] },
  async ({ page }) => {
    const names = ['Customer Support Bot', 'Sales Assistant', 'Content Creator'];
    const templates = page.getByRole('region', { name: 'Templates' }).locator('article');
    await expect(templates.getByRole('heading')).toHaveText(names);
    for (const fact of ['Status', 'Interactions', 'Last Updated'])
      await expect(templates.getByText(fact, { exact: true })).toHaveCount(3);
    const prompts = new Set<string>();
    for (const name of names) {
      await page.getByRole('button', { name: `Configure ${name}` }).click();
      await expect(form(page).getByLabel('Name')).toHaveValue(name);
      await expect(form(page).getByLabel('Description')).not.toHaveValue('');
      const value = (label: string) => form(page).getByLabel(label, { exact: true }).inputValue();
      const prompt = await value('System prompt');
      prompts.add(prompt);
      const settings = {
        temperature: Number(await form(page).getByRole('slider').inputValue()),
        max_tokens: Number(await value('Max tokens')),
      };
      await form(page).getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: `Test ${name}` }).click();
      const dialog = page.getByRole('dialog', { name: `Test ${name}` });
      const sent = page.waitForRequest('**/v1/preview');
      await dialog.getByLabel('Message').fill('Hello');
      await dialog.getByRole('button', { name: 'Send' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ name, prompt, ...settings });
      await expect(dialog.getByText(/^about \d+ tokens? in/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    expect([prompts.size, prompts.has('')]).toEqual([3, false]);
  },
);

nightly(
  'a long name without spaces widens neither the next steps nor the test on a phone',
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const name = 'W'.repeat(80);
    await create(page, name);
    await expect(page.getByRole('region', { name: `Next steps for ${name}` })).toBeVisible();
    const readOverflow = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog [role=group]')].map(
          (each) => each.scrollWidth - each.clientWidth,
        ),
      );
    expect(Math.max(...(await readOverflow()))).toBe(0);
    await page.getByRole('button', { name: `Test ${name}` }).click();
    await expect(page.getByText('Start a conversation with')).toBeVisible();
    expect(await readOverflow()).toEqual([0, 0]);
  },
);

nightly('shows untrusted text as text, without running it or breaking the layout', async ({ page }) => {
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
        creator_id: user.id,
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
  await expect(form(page).getByText('1,000 of 1,000 characters').first()).toBeVisible();
  const long = { name: 'Long', description: 'x'.repeat(1_000_000), category: 'sales', creator_id: user.id };
  await expect(asOperator('agents', { method: 'POST', body: JSON.stringify(long) })).rejects.toThrow(
    'agents_description_length',
  );
});
