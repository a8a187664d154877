/**
 * axe finds nothing on any page or state there is, in both themes, from 1280 down to 320 pixels; everything has room,
 * for large letters too; nothing moves for those who want none of it; and in the system's own colours every edge,
 * picture and focus ring is there. A state is opened once: theme, width, letters and colours change under it.
 */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readUnseen, readUnseenFocus } from '../../support/forcedColors';
import { expectNoSidewaysScroll, expectNothingCutOff } from '../../support/layoutAssertions';
import { type Open, memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';

const widths = [1280, 768, 390, 320];

/** How many stops of Tab are looked at: past the header, into the page. */
const STOPS = 15;

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
  // In the page alone: it has no frames, and a second page to gather their findings takes longer than axe.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (
    colorScheme === 'light' ? axe.withTags(all) : axe.withRules(['color-contrast'])
  ).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, where).toEqual([]);
}

/** Large letters as a person sets them in the browser, so that media queries in `rem` follow. */
async function setLetters(page: Page, pixels: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
  await client.detach();
}

/** What goes on moving where motion is not wanted. */
const readMoving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && Number(duration) > 1;
      })
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
  );

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
  expect(await readMoving(page), 'moving, with reduced motion').toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    const where = `forced colours, ${colorScheme}`;
    expect(await readUnseen(page), where).toEqual([]);
    expect(await readUnseenFocus(page, STOPS), `${where}: the focus`).toEqual([]);
  }
  await expectNoSidewaysScroll(page, 'forced colours');

  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await setLetters(page, 32);
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    const where = `letters of 200 %, ${String(width)} px`;
    await expectNoSidewaysScroll(page, where);
    await expectNothingCutOff(page, where);
  }
}

const look = async (page: Page, open: Open): Promise<void> => {
  test.slow();
  await keepStill(page);
  await open(page);
  await lookAtAll(page);
};

test.describe('for visitors', () => {
  test.use({ expectedErrors: provoked });
  for (const [name, open] of Object.entries(visitorStates)) {
    test(`axe: ${name}`, ({ page }) => look(page, open));
  }
});

signedInTest.describe('signed in', () => {
  signedInTest.use({ expectedErrors: provoked });
  for (const [name, open] of Object.entries(memberStates)) {
    signedInTest(`axe: ${name}`, ({ page }) => look(page, open));
  }
});
