/** The command menu on every page, with search in the real database. */
import { hold } from '../../support/hold';
import { expect, nightly, test } from '../../support/test';

test('Ctrl K opens a page, moves the focus to its heading, and finds an agent in the database', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await expect(box).toBeFocused();
  await expect(page.getByRole('option')).toHaveText([
    'Home',
    'Sign In',
    'Create Account',
    'Marketplace',
    'Use the light theme',
    'Use the dark theme',
    'Use the system theme',
    'Allow the right-click menu and developer shortcuts',
    'Keyboard shortcuts',
  ]);
  await page.keyboard.type('market');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Marketplace');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/marketplace$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeFocused();
  await expect(box).toHaveCount(0);

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.keyboard.type('qqqqzzzz');
  await expect(page.getByText('No results for')).toBeVisible();
  await page.getByRole('combobox', { name: 'Search' }).fill('sales');
  const found = page.getByRole('group', { name: 'Agents' }).getByRole('option');
  await expect(found).toHaveText(['Sales AssistantSlipway']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/marketplace\?agent=[0-9a-f-]{36}$/);
});

nightly('changes the theme, and Escape returns the focus', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('Email');
  await email.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(email).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(email).toBeFocused();
});

test('keeps the keys typed while its code loads, in its own field only', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('Email');
  await email.focus();
  await page.waitForLoadState('networkidle');
  const { held, release } = hold();
  await page.route('**/slices/shell/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mar');
  release();
  const box = page.getByRole('combobox', { name: 'Search' });
  await expect(box).toBeFocused();
  await page.keyboard.type('ket');
  await expect(box).toHaveValue('market');
  await expect(email).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeFocused();
});

test.describe('when its code cannot be fetched', () => {
  test.use({ expectedErrors: /part of the frame|Failed to load resource|ERR_FAILED|integrity/i });

  nightly('shows an error, and opens the next time', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.route('**/slices/shell/**/*.js', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await expect(page.getByText('Couldn’t open this.')).toBeVisible();
    await page.unroute('**/slices/shell/**/*.js');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  });
});
