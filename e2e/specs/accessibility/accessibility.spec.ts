/**
 * Every page and state: no axe findings in both themes from 1280 to 320 pixels, no overflow, also with large text, no
 * motion with reduced motion, and visible edges, images and focus rings in forced colors. A state is opened once; theme,
 * width, font size and colors then change. `npm test` opens five of them, with most of the parts.
 */
import type { Page } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { readUnseen, readUnseenFocus } from '../../support/forcedColors';
import { expectNoSidewaysScroll, expectNothingCutOff } from '../../support/layoutAssertions';
import { stopTimersFrom } from '../../support/longTimers';
import { type Open, memberStates, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';
import { isNightly, statesOf } from '../../support/tier';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Widths in pixels for axe by theme, the themes of the forced colors, and the widths for text at 200 %. */
interface Views {
  axe: Partial<Record<Theme, readonly number[]>>;
  forced: readonly Theme[];
  large: readonly number[];
}

/**
 * Nightly, every state has every view. `npm test` alternates: the states share most of their components, whose views
 * the workshop's tests check one by one.
 */
function viewsOf(index: number): Views {
  const widths = [1920, 1440, 1280, 768, 390, 320];
  if (isNightly) return { axe: { light: widths, dark: widths }, forced: themes, large: [1280, 640, 320] };
  const samples: readonly Views[] = [
    { axe: { light: [1280] }, forced: ['dark'], large: [] },
    { axe: { light: [320] }, forced: [], large: [640] },
    { axe: { light: [320], dark: [1280] }, forced: [], large: [] },
    { axe: { light: [1280] }, forced: [], large: [1280, 320] },
  ];
  return samples[index % samples.length] as Views;
}

const visitorSample = ['landing', 'marketplace-details'];
const memberSample = ['dashboard', 'deployments-details', 'agents-figures'];

/** Stops of Tab to check: past the header, into the page. */
const STOPS = 15;

const all = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The theme changes only colors, so the dark theme is checked for contrast only. */
async function expectNothingFound(page: Page, colorScheme: Theme, where: string): Promise<void> {
  const scope = colorScheme === 'light' ? { tags: all } : { rules: ['color-contrast'] };
  expect(await axeFindings(page, scope), where).toEqual([]);
}

/** Sets the font size of the browser, so that media queries in `rem` follow. */
async function setFontSize(page: Page, pixels: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
  await client.detach();
}

/** Elements with a running animation. */
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

async function checkAll(page: Page, { axe, forced, large }: Views): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const width of axe[colorScheme] ?? []) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${colorScheme}, ${String(width)} px`;
      await expectNothingFound(page, colorScheme, where);
      await expectNoSidewaysScroll(page, where);
    }
  }
  expect(await readMoving(page), 'moving, with reduced motion').toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of forced) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    const where = `forced colors, ${colorScheme}`;
    expect(await readUnseen(page), where).toEqual([]);
    expect(await readUnseenFocus(page, STOPS), `${where}: the focus`).toEqual([]);
    await expectNoSidewaysScroll(page, where);
  }
  if (large.length === 0) return;
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await setFontSize(page, 32);
  for (const width of large) {
    await page.setViewportSize({ width, height: 800 });
    const where = `text at 200 %, ${String(width)} px`;
    await expectNoSidewaysScroll(page, where);
    await expectNothingCutOff(page, where);
    const hyphens = await page.evaluate(() => getComputedStyle(document.body).hyphens);
    expect(hyphens, `${where}: words that do not fit`).toBe(width < 480 ? 'auto' : 'manual');
  }
}

const check = async (page: Page, open: Open, index: number): Promise<void> => {
  test.slow();
  // So that toasts stay. Reads are still retried (up to 1.2 s).
  await stopTimersFrom(page, 1_400);
  await open(page);
  await checkAll(page, viewsOf(index));
};

test.describe('for visitors', () => {
  test.describe.configure({ mode: 'parallel' });
  test.use({ expectedErrors: provoked });
  for (const [index, [name, open]] of statesOf(visitorStates, visitorSample).entries()) {
    test(`axe: ${name}`, ({ page }) => check(page, open, index));
  }
});

signedInTest.describe('signed in', () => {
  signedInTest.describe.configure({ mode: 'parallel' });
  signedInTest.use({ expectedErrors: provoked });
  for (const [index, [name, open]] of statesOf(memberStates, memberSample).entries()) {
    signedInTest(`axe: ${name}`, ({ page }) => check(page, open, visitorSample.length + index));
  }
});
