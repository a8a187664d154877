/** The page has one copy of React, the router, React Query and styled-components for all builds. */
import { expect, nightly, test } from '../../support/test';

/** Text that occurs once in the code of each library and survives minification. */
const marks = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-router-dom': 'You cannot render a <Router> inside another <Router>',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider to set one',
  'styled-components': 'data-styled-version',
  '@supabase/auth-js': 'Auth session missing!',
};

test('loads each shared library once for all slices', async ({ page }) => {
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sources.push(response.text());
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Browse Agents' }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  const authClient = page.waitForResponse(/auth-js/);
  await page.getByLabel('Email').focus();
  await authClient;

  const code = await Promise.all(sources);
  const copies = Object.fromEntries(
    Object.entries(marks).map(([name, mark]) => [name, code.filter((text) => text.includes(mark)).length]),
  );
  expect(copies).toEqual(Object.fromEntries(Object.keys(marks).map((name) => [name, 1])));
  // One style sheet for all slices: no second instance of the library.
  expect(await page.locator('style[data-styled]').count()).toBe(1);
});

nightly('a theme chosen on one slice applies to the next, and after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/marketplace');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.evaluate(() => {
    localStorage.setItem('slipway-theme', 'dark');
  });
  await page.goto('/login');
  const dark = await background();
  expect(dark).not.toBe(light);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Slipway/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await background()).toBe(dark);
});
