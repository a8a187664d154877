/** Pages that documents show before the app has started (decision 071). */
import { expect, type Page } from '@playwright/test';
import { nextFrames } from './frames';
import { hold } from './hold';

/** Opens a page with a shell whose scripts arrive when the returned function is called. Without `hasData`, data never comes. */
export async function openEarly(page: Page, path = '/', { hasData = false } = {}): Promise<() => void> {
  const { held, release } = hold();
  await page.route(/\/slices\/shell\/.*\/(?!before-paint)[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  if (!hasData) await page.route('**/rest/v1/**', () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

export const place = (page: Page) => page.locator('#slipway-prerendered');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The app has replaced it. */
export const isOver = async (page: Page) => {
  await expect(place(page)).toHaveCount(0);
  await nextFrames(page, 3);
};

/** The share of pixels of two screenshots that differ visibly. */
export const difference = (page: Page, before: Buffer, after: Buffer): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          if (!context) throw new Error('no canvas');
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (!one || !other || one.width !== other.width || one.height !== other.height) return 1;
      let differing = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        const isFar = [0, 1, 2].some(
          (channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > 24,
        );
        if (isFar) differing += 1;
      }
      return differing / (one.data.length / 4);
    },
    [before.toString('base64'), after.toString('base64')],
  );

/** Counts the visible headings of each frame, and layout shifts. */
export async function watch(page: Page): Promise<() => Promise<{ headings: number[]; shift: number }>> {
  await page.addInitScript(() => {
    const seen = { headings: [] as number[], shift: 0 };
    (window as unknown as { seen: typeof seen }).seen = seen;
    const look = () => {
      const visible = [...document.querySelectorAll('h1')].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0,
      );
      if (visible.length > 0 || seen.headings.length > 0) seen.headings.push(visible.length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { seen: { headings: number[]; shift: number } }).seen);
}

/** The document is there: all of it, or all that its host sends. The scripts of the shell may still load. */
export const isParsed = (page: Page) => page.waitForFunction(() => document.readyState !== 'loading');

/** The document is there, without the page that it does not show. */
export async function expectNothingShown(page: Page): Promise<void> {
  await isParsed(page);
  await expect(page.locator(':root[data-font]')).toHaveCount(0);
  await nextFrames(page, 5);
  await expect(place(page)).toHaveCount(0);
}

/**
 * When the largest text was painted, before the app and the font have arrived and after both. A larger text than before is a
 * later largest contentful paint, as a heading in another font would be.
 */
export async function largestPaints(page: Page, path: string): Promise<{ first: number; last: number }> {
  const font = hold();
  await page.route('**/*.woff2', async (route) => {
    await font.held;
    await route.continue();
  });
  const release = await openEarly(page, path);
  await expect(place(page)).toBeVisible();
  await nextFrames(page, 3);
  const painted = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().at(-1)?.startTime ?? 0);
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  const first = await painted();
  font.release();
  await page.evaluate(() => document.fonts.ready);
  release();
  await isOver(page);
  return { first, last: await painted() };
}

/**
 * Opens a page early, and expects that the app replaces it in one frame and moves nothing. Pixels above `from` are not
 * compared: the app adds the links of a signed-in user.
 */
export async function expectStillTakeover(page: Page, path: string, from = 0): Promise<void> {
  const seen = await watch(page);
  const release = await openEarly(page, path);
  await expect(place(page)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const clip = { x: 0, y: from, width, height: height - from };
  const before = await page.screenshot({ clip });
  release();
  await isOver(page);
  const after = await page.screenshot({ clip });
  expect(await difference(page, before, after)).toBeLessThan(0.001);
  const { headings, shift } = await seen();
  expect(new Set(headings)).toEqual(new Set([1]));
  expect(shift).toBeLessThanOrEqual(0.02);
}
