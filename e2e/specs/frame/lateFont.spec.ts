/** A page whose font arrives after its text: the fallback has Inter's widths, so lines break where they will. */
import { hold } from '../../support/hold';
import { MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { nextFrames } from '../../support/frames';
import { heading } from '../../support/prerendered';
import { expect, nightly, test } from '../../support/test';
import { cellsOf } from '../../support/tier';

const pages = ['/', '/marketplace', '/login', '/signup'];

for (const path of cellsOf(pages, '/'))
  test(`the texts of ${path} are as wide in the fallback font as in Inter, in each weight (23)`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    const ratios = await page.evaluate(async () => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const widths: Record<string, { inter: number; fallback: number }> = {};
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const style = node.parentElement?.checkVisibility() && getComputedStyle(node.parentElement);
        if (text === '' || !style || !style.fontFamily.includes('Inter')) continue;
        const of = async (family: string) => {
          const font = `${style.fontWeight} 100px ${family}`;
          const [face] = await document.fonts.load(font, text);
          if (face?.status !== 'loaded')
            throw new Error(`${font} is not there: install Liberation Sans or Arial`);
          context.font = font;
          return context.measureText(text).width;
        };
        const weight = Number(style.fontWeight) < 600 ? style.fontWeight : '600 to 700';
        const sum = (widths[weight] ??= { inter: 0, fallback: 0 });
        sum.inter += await of('"Inter Variable"');
        sum.fallback += await of('"Inter Fallback"');
      }
      return Object.entries(widths).map(
        ([weight, { inter, fallback }]) => [weight, inter / fallback] as const,
      );
    });
    expect(ratios.length).toBeGreaterThan(2);
    for (const [weight, ratio] of ratios) expect(Math.abs(ratio - 1), `weight ${weight}`).toBeLessThan(0.015);
  });

/** In pixels. `npm test` has a narrow and a wide one. */
const sampledWidths: Readonly<Record<string, number>> = { '/': 390, '/marketplace': 1280 };
for (const path of ['/', '/marketplace'])
  for (const width of [390, 768, 1280]) {
    const testOf = width === sampledWidths[path] ? test : nightly;
    testOf(`${path} moves nothing when its font arrives late: ${String(width)} px (23)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      const font = hold();
      await page.route('**/*.woff2', async (route) => {
        await font.held;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('article').first()).toBeVisible();
      await nextFrames(page, 3);
      const { sum: before } = await readShifts(page);
      font.release();
      await page.evaluate(() => document.fonts.ready);
      await nextFrames(page, 3);
      const { sum, sources } = await readShifts(page);
      expect(sum - before, sources.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
    });
  }
