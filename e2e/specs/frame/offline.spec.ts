/** Offline is a state of the app: it shows a message, keeps what is on the page, and resumes by itself. */
import type { Page } from '@playwright/test';
import { MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { expect, signedInNightly as nightly, signedInTest as test } from '../../support/test';

test.use({
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|Failed to (?:fetch|load)|slice failed|Loading chunk|RUNTIME-|Federation|a request failed|error boundary|session/i,
});

const bar = (page: Page) => page.getByRole('complementary', { name: 'Connection' });

test('a preview that cannot be loaded leaves the page, and opens when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/marketplace');
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search agents' }).fill('support');
  await expect(page.getByText('Showing 1 of 6 agents')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  await context.setOffline(true);
  await expect(bar(page)).toContainText('You are offline.');
  await page.getByRole('button', { name: 'Preview Customer Support Bot' }).click();
  await expect(page.getByText(/^Couldn’t load this part/).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search agents' })).toHaveValue('support');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  // The bar does not cover the way on. A click would scroll there, to where it does not.
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Try again' }).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === button;
      }),
    )
    .toBe(true);

  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Customer Support Bot' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test('the form of an agent that cannot be loaded keeps its height, and opens when the network is back', async ({
  page,
  context,
}) => {
  await watchShifts(page);
  await page.goto('/agents');
  await expect(page.getByRole('heading', { name: 'Templates' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await expect(page.getByText(/^Couldn’t load this part/).first()).toBeVisible();
  // Browsers excuse what moves within half a second of the press.
  await page.waitForTimeout(600);
  await context.setOffline(false);
  await expect(page.getByRole('form').getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  // Nothing is reserved below a form that is there.
  const reserved = page.locator('[style*="min-height: max"]', { has: page.getByRole('form') });
  await expect(reserved).toHaveCount(0);
  await expect.poll(() => bar(page).count()).toBe(0);
  const { sum, sources } = await readShifts(page);
  expect(sum, sources.join('\n')).toBeLessThan(MAX_SHIFT);
});

nightly(
  'a page that was opened offline loads when the network is back, with the focus on its heading',
  async ({ page, context }) => {
    const rest = page.waitForResponse(/\/slices\/_rest\//);
    await page.goto('/marketplace');
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    // The page knows the slices of its links when the rest of the composition is there, which an idle page requests.
    await (await rest).finished();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('link', { name: 'My Agents' }).first()).toBeVisible();
    await page.getByRole('link', { name: 'My Agents' }).first().click();
    const failure = page.getByRole('heading', { level: 1, name: 'Couldn’t load “AI Agents”' });
    await expect(failure).toBeFocused();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 2, name: 'Your agents' })).toBeVisible();
  },
);
