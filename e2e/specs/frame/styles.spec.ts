/** How little the browser has to style and lay out before the user sees the page (decision 113). */
import { startSession } from '../../support/accounts';
import { openEarly, place } from '../../support/prerendered';
import { expect, test } from '../../support/test';

test('the document adopts the rules of components, and gets them in one step', async ({ page }) => {
  await page.addInitScript(() => {
    const added = Object.assign(window, { added: 0 });
    const { insertRule } = CSSStyleSheet.prototype;
    CSSStyleSheet.prototype.insertRule = function (rule, index) {
      added.added += 1;
      return insertRule.call(this, rule, index);
    };
  });
  await page.goto('/');
  await expect(page.locator('article').first()).toBeVisible();
  const { adopted, inElements, added } = await page.evaluate(() => ({
    adopted: document.adoptedStyleSheets.map(({ cssRules }) => cssRules.length),
    inElements: [...document.querySelectorAll<HTMLStyleElement>('style[data-styled]')].map(
      ({ sheet }) => sheet?.cssRules.length,
    ),
    added: (window as unknown as { added: number }).added,
  }));
  expect(inElements).toEqual([0]);
  expect(Math.max(...adopted)).toBeGreaterThan(100);
  expect(added).toBeLessThan(Math.max(...adopted) / 2);
});

test('sections of a prerendered page are laid out when the user scrolls to them', async ({ page }) => {
  const release = await openEarly(page);
  await expect(place(page)).toBeVisible();
  const last = place(page).locator('section').last();
  const isLaidOut = () =>
    last.locator('h2').evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(isLaidOut).toBe(true);
  release();
});

test('elements inherit the color of selections', async ({ page }) => {
  await page.goto('/');
  const color = await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => getComputedStyle(heading, '::selection').backgroundColor);
  expect(color).toBe('rgb(211, 220, 255)');
});

test('a printed page keeps cards whole, fills bars, and has no empty last page', async ({ page }) => {
  await startSession(page);
  await page.goto('/billing');
  await expect(page.locator('figure')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, each) => getComputedStyle(element).getPropertyValue(each), name);
  expect(await styleOf('body', 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await styleOf('[role=progressbar]', 'print-color-adjust')).toBe('exact');
  for (const whole of ['figure', 'tr', 'article']) expect(await styleOf(whole, 'break-inside')).toBe('avoid');
  // A page does not end after the heading of a section.
  expect(await styleOf('main section > :first-child:not(:last-child)', 'break-after')).toBe('avoid');
  // Both are higher than what is seen above them.
  expect(await styleOf('main > div', 'padding-bottom')).toBe('0px');
  await expect(page.locator('[data-screen-reader-only]')).toBeHidden();
});

test('of a page that was scrolled, neither the bar nor a toast or menu is printed over the content', async ({
  page,
}) => {
  await startSession(page);
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Contact Sales' }).click();
  const toast = page.locator('[data-toast]').first();
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Notifications' }).click();
  const panel = page.locator('[popover]:popover-open');
  await expect(panel).toBeVisible();
  await page.evaluate(() => {
    scrollTo(0, 600);
  });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await expect(toast).toBeHidden();
  await expect(panel).toBeHidden();
});

test('the page is printed, and not the command menu over it', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('article').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const menu = page.getByRole('dialog', { name: 'Search' });
  await expect(menu).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
});

test('a printed landing page begins on its first page, without the actions of the bar', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('article').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  const breaks = await page
    .locator('main section > :only-child')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).breakAfter));
  // Kept with the next section, each would follow it to another page, and the first would be empty.
  expect(new Set(breaks)).toEqual(new Set(['auto']));
});
