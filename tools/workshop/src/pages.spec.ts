/** Every component in every state: no axe violations, layout shifts, clipped text or horizontal overflow. */
import type { Page } from '@playwright/test';
import { pageNames } from './pageNames';
import { expect, expectAxeFindsNothing, expectReadable, open, surplusWidth, test } from './workshopPage';

/** Elements that clip their text without an ellipsis. */
const clippedText = (page: Page) =>
  page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.querySelectorAll<HTMLElement>('.workshop-ground *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const isMeant =
          style.clipPath !== 'none' || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        if (isMeant || !hasText(element)) return false;
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
        const isCutBelow = ['hidden', 'clip'].includes(style.overflowY) && scrollHeight > clientHeight + 1;
        const isCutBeside = ['hidden', 'clip'].includes(style.overflowX) && scrollWidth > clientWidth + 1;
        return isCutBelow || isCutBeside;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** How many tab stops there are, and those without a visible focus ring, as HTML. */
async function tabStops(page: Page): Promise<{ count: number; bare: string[] }> {
  const bare: string[] = [];
  const seen = new Set<string>();
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const hasRing = (one: Element | null) =>
        one !== null &&
        getComputedStyle(one).outlineStyle !== 'none' &&
        getComputedStyle(one).outlineWidth !== '0px';
      // The position identifies the element: equal controls have equal HTML.
      const place = [...document.querySelectorAll('*')].indexOf(element);
      return {
        place: String(place),
        html: element.outerHTML.slice(0, 120),
        // An invisible control shows the ring on its parent.
        hasRing: hasRing(getComputedStyle(element).opacity === '0' ? element.parentElement : element),
      };
    });
    if (!stop || seen.has(stop.place)) return { count: seen.size, bare };
    seen.add(stop.place);
    if (!stop.hasRing) bare.push(stop.html);
  }
}

const isNightly = process.env.TEST_TIER === 'nightly';

/** Nightly, every page. The components of these have the most states. */
const inForcedColors = isNightly ? pageNames : ['display', 'forms'];

for (const name of inForcedColors) {
  test(`${name} in forced colors`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, name);
    await expectAxeFindsNothing(page);
  });
}

async function checkColors(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, name);
  await expectAxeFindsNothing(page);
  expect(await surplusWidth(page)).toBe(0);
  expect(await page.evaluate(() => window.shifts)).toBeLessThanOrEqual(0.02);
  // Without motion the colors change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadable(page);
}

const widths = [1280, 320];

async function checkLargeText(page: Page): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setSize('200%');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await surplusWidth(page), `${String(width)} px, 200 %`).toBe(0);
    expect(await clippedText(page), `${String(width)} px, 200 %`).toEqual([]);
  }
  await setSize('');
}

for (const name of pageNames) {
  // One document: opening a page takes longer than most of the checks. On the narrow one, colors are the same and more can
  // go wrong.
  test(`${name} at 320 px in light and dark, then at 200 % text size, then with the Tab key`, async ({
    page,
  }) => {
    await checkColors(page, name, 320);
    await checkLargeText(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const { count, bare } = await tabStops(page);
    expect(bare, 'tab stops without a visible focus ring').toEqual([]);
    // The links and buttons above the page have at least one each.
    expect(count).toBeGreaterThan(pageNames.length);
  });

  if (isNightly) test(`${name} at 1280 px, light and dark`, ({ page }) => checkColors(page, name, 1280));

  test(`${name} right to left, and without animations`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, `${name}&dir=rtl`);
    const moving = () =>
      page.evaluate(
        () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
      );
    await expect.poll(moving, 'animations with reduced motion').toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await surplusWidth(page), `${String(width)} px, right to left`).toBe(0);
    }
  });
}
