/**
 * The account menu and the profile: keyboard, focus, address and history, and who reads what was saved. At night. Samples: the
 * tests beside the menu and the dialog in apps/shell/src/features/account.
 */
import { newUser, startSession } from '../../support/accounts';
import { expect, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.skip(!isNightly, 'component tests have the menu and the dialog: TEST_TIER=nightly');

test('the account menu, by keyboard, leads to the profile, which Back closes', async ({ page }) => {
  const user = await newUser();
  await startSession(page, user);
  await page.goto('/billing');
  const button = page.getByRole('button', { name: 'Account menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('group', { name: 'Account menu' });
  await expect(menu.getByRole('link')).toHaveText(['Profile', 'My Agents', 'Deployments', 'Billing']);
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'Profile' }).press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/\/billing\?account=profile$/);
  await page.getByRole('textbox', { name: 'Display name' }).fill('Nora Novak');
  await page.getByRole('textbox', { name: 'Links' }).fill('example.com/nora');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved')).toBeVisible();
  await expect(page).toHaveURL(/\/billing$/);
  await button.click();
  await expect(menu).toContainText('Nora Novak');

  await page.goto('/billing?account=profile');
  await expect(page.getByRole('textbox', { name: 'Links' })).toHaveValue('https://example.com/nora');
});
