/** Playwright's test with a page that fails on console errors, and assertions that all specs share. */
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';

declare global {
  interface Window {
    /** The cumulative layout shift of the page. */
    shifts: number;
  }
}

/** A test with its own browser context, as a fake clock needs: it belongs to the context. */
export const clockTest = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The pages of a worker share a context, whose cache has the compiled script after the first: a fourth of a test. */
export const test = clockTest.extend<object, { shared: BrowserContext }>({
  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport } = project.use;
      const context = await browser.newContext({ baseURL, viewport });
      await context.newPage(); // keeps the browser's process for the pages that come and go
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ shared }, use) => {
    const page = await shared.newPage();
    await use(page);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.close();
  },
});

export { expect };

/** Opens a page of the workshop and waits for its font and its components: an empty page would pass most tests. */
export async function open(page: Page, name: string): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/?page=${name}`);
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('.workshop-page > h1')).toBeVisible();
}

/** The WCAG 2.2 AA rules of axe. */
export async function expectAxeFindsNothing(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  expect(await axeFindings(page, { tags })).toEqual([]);
}

/** The contrast of text only: a theme changes only colors. */
export async function expectReadable(page: Page): Promise<void> {
  expect(await axeFindings(page, { rules: ['color-contrast'] })).toEqual([]);
}

/** By how many pixels the page overflows the window horizontally. */
export const surplusWidth = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // The scrollbar's width does not count.
    return Math.max(0, scrollWidth - clientWidth);
  });
