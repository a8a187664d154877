/** The frame of every page: header, titles, focus, scroll position, loading, and the not-found page. */
import { hold } from '../../support/hold';
import { expect, nightly, test } from '../../support/test';

nightly(
  'a navigation moves the focus to the heading, sets the title, and is announced once',
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Browse Agents' }).click();
    await expect(page.locator('[data-announcer]')).toHaveText('Marketplace');
    await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeFocused();
    await expect(page).toHaveTitle('Marketplace · Slipway');
    await expect(page.locator('[data-announcer]')).toHaveText('');
    expect(await page.locator('[aria-live]').count()).toBe(1);
  },
);

test('Back restores the scroll position', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  const link = page.getByRole('link', { name: 'Browse All Agents' });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(200);
  await link.click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator('article')).toHaveCount(6);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('pages cross-fade, except with reduced motion', async ({ page }) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    const counted = document as Document & { transitions?: number };
    counted.transitions = 0;
    document.startViewTransition = (callback) => {
      counted.transitions = (counted.transitions ?? 0) + 1;
      return start(callback);
    };
  });
  const transitions = () =>
    page.evaluate(() => (document as Document & { transitions?: number }).transitions);
  const brand = page.getByRole('banner').getByRole('link', { name: 'Slipway' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/marketplace');
  await brand.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deploy AI Agents' })).toBeVisible();
  expect(await transitions()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('link', { name: 'Browse Agents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeFocused();
  expect(await transitions()).toBe(1);
});

nightly('a slow slice shows a progress line after 150 ms', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  const { held, release } = hold();
  await page.route('**/slices/auth/**', async (route) => {
    await held;
    await route.continue();
  });
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let since = 0;
        const look = () => {
          const line = document.querySelector('[data-progress-line]');
          if (line && since === 0) since = performance.now();
          if (line && getComputedStyle(line).visibility === 'visible') resolve(performance.now() - since);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  expect(await seen).toBeGreaterThan(120);
  release();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('[data-progress-line]')).toHaveCount(0);
});

test.describe('the not-found page', () => {
  test.use({ expectedErrors: /404/ });

  nightly(
    'links to the landing page, and is logged once a visit',
    { tag: ['@SHELL-74', '@SHELL-75', '@SHELL-76'] },
    async ({ page }) => {
      const logged: string[] = [];
      page.on('console', (message) => {
        if (message.text().startsWith('404')) logged.push(`${message.type()} ${message.text()}`);
      });
      await page.goto('/caf%C3%A9');
      await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Slipway');
      await expect.poll(() => logged).toEqual(['error 404: no page at /caf%C3%A9']);
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await expect(page.getByRole('link', { name: 'Browse All Agents' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
      await expect.poll(() => logged).toHaveLength(2);
    },
  );
});

test('quick navigation back and forth ends on the right page, without errors (D11)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/login');
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await page.evaluate(async () => {
    const arrival = () =>
      new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    for (let step = 0; step < 15; step += 1) {
      window.history.back();
      await arrival();
      window.history.forward();
      await arrival();
    }
  });
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
});
