/**
 * The page and the listing of one agent in two tabs: neither save undoes the other. `npm test` has the form of Configure
 * (twoTabs.spec.ts).
 */
import type { Page } from '@playwright/test';
import { newUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

// It is published at the end, and would be on the marketplace of other tests.
let agent = '';
test.afterEach(() => asOperator(`agents?id=eq.${agent}`, { method: 'DELETE' }));

nightly('the page and the listing of an agent keep what each tab has saved', async ({ page, context }) => {
  const user = await newUser();
  const made = await asOperator('agents', {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({ creator_id: user.id, name: 'Shared', description: 'Helps', category: 'sales' }),
  });
  const [{ id }] = (await made.json()) as [{ id: string }];
  agent = id;
  const stored = async (columns: string) =>
    (await (await asOperator(`agents?id=eq.${id}&select=${columns}`)).json()) as unknown;
  await startSession(page, user);
  const other = await context.newPage();
  const both = [page, other];

  for (const each of both) {
    await each.goto(`/agents?page=${id}`);
    await expect(field(each, 'README')).toHaveValue('');
  }
  await field(page, 'README').fill('From the first tab');
  await press(page, 'Save Changes');
  await expect(page.getByText('The page is saved')).toBeVisible();
  await field(other, 'Example prompts').fill('Hello');
  await press(other, 'Save Changes');
  await expect(dialog(other).getByText('This agent was changed elsewhere')).toBeInViewport();
  await expect(field(other, 'README')).toHaveValue('From the first tab');
  await press(other, 'Save anyway');
  await expect(other.getByText('The page is saved')).toBeVisible();
  expect(await stored('readme,examples')).toEqual([{ readme: 'From the first tab', examples: ['Hello'] }]);

  for (const each of both) {
    await each.goto(`/agents?publish=${id}`);
    await expect(field(each, 'Description')).toHaveValue('Helps');
  }
  for (const each of both) {
    await dialog(each).getByRole('combobox', { name: 'Category' }).selectOption('Sales');
    await dialog(each).getByRole('combobox', { name: 'Pricing' }).selectOption('Free');
  }
  await field(page, 'Description').fill('Helps more');
  await press(page, 'Publish');
  await expect(page.getByText('Agent published')).toBeVisible();
  await field(other, 'Tags').fill('second');
  await press(other, 'Publish');
  await expect(dialog(other).getByText('This agent was changed elsewhere')).toBeInViewport();
  await expect(field(other, 'Description')).toHaveValue('Helps more');
  expect(await stored('description,tags')).toEqual([{ description: 'Helps more', tags: [] }]);
  await press(other, 'Load the current version');
  await press(other, 'Discard');
  await expect(field(other, 'Tags')).toHaveValue('');
  await expect(field(other, 'Description')).toBeFocused();
});
