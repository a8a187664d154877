/** One agent under Configure in two tabs: neither save undoes the other. */
import type { Page } from '@playwright/test';
import { newUser, startSession } from '../../support/accounts';
import { asOperator } from '../../support/server';
import { expect, test } from '../../support/test';

const form = (page: Page) => page.getByRole('form');
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const goBack = (page: Page) => page.getByRole('button', { name: 'Back to the form' }).click();
const press = (page: Page, name: string) => form(page).getByRole('button', { name }).click();

async function openForm(page: Page, name: string) {
  await page.goto('/agents');
  await page.getByRole('button', { name: `Configure ${name}`, exact: true }).click();
  await expect(field(page, 'Name')).toHaveValue(name);
}

test('a save in one tab stays when another tab saves, and both see what changed', async ({
  page,
  context,
}) => {
  const user = await newUser();
  await startSession(page, user);
  await page.goto('/agents');
  await page.getByRole('button', { name: 'Create Agent' }).first().click();
  await field(page, 'Name').fill('Shared');
  await field(page, 'Description').fill('Helps');
  await press(page, 'Create Agent');
  await expect(page.getByRole('heading', { name: 'Next steps for Shared' })).toBeVisible();

  await openForm(page, 'Shared');
  const other = await context.newPage();
  await openForm(other, 'Shared');
  await field(page, 'Name').fill('Renamed');
  await press(page, 'Save Changes');
  await expect(page.getByText('Changes saved')).toBeVisible();

  await field(other, 'Description').fill('Helps more');
  await press(other, 'Save Changes');
  await goBack(other);
  await expect(form(other).getByText('This agent was changed elsewhere')).toBeVisible();
  await expect(field(other, 'Name')).toHaveValue('Renamed');
  await expect(field(other, 'Description')).toHaveValue('Helps more');
  const stored = async () => {
    const path = `agents?creator_id=eq.${user.id}&select=name,description`;
    return (await (await asOperator(path)).json()) as unknown;
  };
  expect(await stored()).toEqual([{ name: 'Renamed', description: 'Helps' }]);
  await press(other, 'Save anyway');
  await expect(other.getByText('Changes saved')).toBeVisible();
  expect(await stored()).toEqual([{ name: 'Renamed', description: 'Helps more' }]);

  // A field that both changed: the user takes what was saved first.
  await openForm(page, 'Renamed');
  await openForm(other, 'Renamed');
  await field(page, 'Description').fill('From the first tab');
  await press(page, 'Save Changes');
  await expect(form(page)).toBeHidden();
  await field(other, 'Description').fill('From the second tab');
  await press(other, 'Save Changes');
  await goBack(other);
  await expect(form(other).getByText('Changed both here and there: Description.')).toBeVisible();
  await press(other, 'Load the current version');
  await other.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(field(other, 'Description')).toHaveValue('From the first tab');
  await expect(field(other, 'Name')).toBeFocused();
  expect(await stored()).toEqual([{ name: 'Renamed', description: 'From the first tab' }]);
});
