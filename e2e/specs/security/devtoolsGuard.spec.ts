/** T-37: the shortcuts that a production page blocks, those that it never blocks, and the two ways to turn this off. */
import type { Locator, Page } from '@playwright/test';
import { deployLocally } from '../../support/localEnvironment';
import { expect, nightly, test } from '../../support/test';

/** Records for each later key and context menu whether the page prevented it. Listens last. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen: Record<string, boolean> = {};
    Object.assign(window, { seen });
    window.addEventListener('keydown', (event) => {
      seen[event.key] = event.defaultPrevented;
      // Headless Chromium has no window for these.
      event.preventDefault();
    });
    window.addEventListener('contextmenu', (event) => {
      seen.menu = event.defaultPrevented;
      event.preventDefault();
    });
  });

const wasBlocked = (page: Page, what: string) =>
  page.evaluate((name) => (window as unknown as { seen: Record<string, boolean> }).seen[name], what);

async function press(page: Page, keys: string): Promise<boolean | undefined> {
  await page.keyboard.press(keys);
  return wasBlocked(page, keys.split('+').at(-1) ?? '');
}

async function rightClick(page: Page, on: Locator): Promise<boolean | undefined> {
  await on.click({ button: 'right' });
  return wasBlocked(page, 'menu');
}

test(
  'blocks the context menu and developer shortcuts, and nothing else',
  { tag: ['@SES-76', '@SES-77', '@SES-78', '@SES-79', '@SES-80', '@SES-81', '@SES-83'] },
  async ({ page }) => {
    await page.goto('/login');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await watch(page);

    for (const keys of ['F12', 'Control+Shift+I', 'Control+Shift+C', 'Control+Shift+J', 'Control+u']) {
      expect(await press(page, keys), keys).toBe(true);
    }
    for (const keys of ['Control+c', 'Control+v', 'Control+f', 'Tab', 'Shift+F10']) {
      expect(await press(page, keys), keys).toBe(false);
    }
    expect(await rightClick(page, heading)).toBe(true);
    expect(
      await page.evaluate(() =>
        document.body.dispatchEvent(new MouseEvent('contextmenu', { cancelable: true, bubbles: true })),
      ),
    ).toBe(false);

    expect(await rightClick(page, page.getByLabel('Email'))).toBe(false);
    expect(await press(page, 'Control+u')).toBe(false);
    expect(await rightClick(page, page.getByRole('banner').getByRole('link').first())).toBe(false);
    await heading.selectText();
    expect(await rightClick(page, heading)).toBe(false);
  },
);

nightly(
  'a user turns the guard off in the command menu, across reloads, and on again',
  { tag: ['@T-37'] },
  async ({ page }) => {
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('right-click');
      await expect(page.getByRole('option')).toHaveText([words]);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
    };
    await page.goto('/login');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await choose('Allow the right-click menu and developer shortcuts');
    await watch(page);
    expect(await rightClick(page, heading)).toBe(false);

    await page.reload();
    await expect(heading).toBeVisible();
    await watch(page);
    expect(await press(page, 'F12')).toBe(false);
    await page.reload();
    await expect(heading).toBeVisible();
    await choose('Block the right-click menu and developer shortcuts');
    await watch(page);
    expect(await press(page, 'F12')).toBe(true);
  },
);

test('an environment turns the guard off for everyone', { tag: ['@T-37'] }, async ({ page }) => {
  const edits = {};
  await deployLocally({ edits, settings: { deterrent: false }, reason: 'guard off' });
  try {
    await page.goto('/login');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await watch(page);
    expect([await press(page, 'F12'), await rightClick(page, heading)]).toEqual([false, false]);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Marketplace' })).toBeVisible();
    await expect(page.getByRole('option', { name: /right-click/ })).toHaveCount(0);
  } finally {
    await deployLocally({ edits, reason: 'guard on' });
  }
});
