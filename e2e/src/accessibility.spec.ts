/**
 * axe finds nothing on any page or state there is, in both themes, from 1280 down to 320 pixels; nothing is wider than
 * the screen, with large letters neither. A state is opened once: theme and width change under it.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { becomeMember, memberStates, provoked, visitorStates } from './states';
import { expect, test } from './test';

test.use({ expectedErrors: provoked });

const widths = [1280, 768, 390, 320];

/** What leaves by itself, such as a toast, stays while it is looked at; a read is still tried again (up to 1.2 s). */
const keepStill = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms = 0) =>
      ms >= 1_400 ? 0 : start(run, ms)) as typeof setTimeout;
  });

const all = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A change of theme changes colours and nothing else, so the dark one is looked at for those. */
async function expectNothingFound(page: Page, colorScheme: 'light' | 'dark', where: string): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (
    colorScheme === 'light' ? axe.withTags(all) : axe.withRules(['color-contrast'])
  ).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, where).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `sideways scroll, ${where}`).toBeLessThanOrEqual(0);
}

/** Large letters as a person sets them in the browser, so that media queries in `rem` follow. */
async function setLetters(page: Page, pixels: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
  await client.detach();
}

async function lookAtAll(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${colorScheme}, ${String(width)} px`;
      await expectNothingFound(page, colorScheme, where);
      await expectNoSidewaysScroll(page, where);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expectNoSidewaysScroll(page, 'forced colours');
  await page.emulateMedia({ forcedColors: 'none' });
  await setLetters(page, 32);
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `letters of 200 %, ${String(width)} px`);
  }
}

for (const [name, open] of Object.entries(visitorStates)) {
  test(`axe: ${name}`, async ({ page }) => {
    test.slow();
    await keepStill(page);
    await open(page);
    await lookAtAll(page);
  });
}

test('axe: the pages of a signed-in person', async ({ page }) => {
  test.slow();
  await becomeMember(page);
  for (const open of Object.values(memberStates)) {
    await setLetters(page, 16);
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page);
    await lookAtAll(page);
  }
});
