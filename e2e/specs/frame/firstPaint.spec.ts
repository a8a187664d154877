/** How a page loads: in its theme and styles from the first frame, without layout shifts, and without unused code. */
import type { Page } from '@playwright/test';
import { nextFrames } from '../../support/frames';
import { delayParts, MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { memberStates, type Open, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInNightly, signedInTest, test } from '../../support/test';
import { cellsOf, isNightly, statesOf } from '../../support/tier';

/** A PNG in base64. */
type Frame = string;

/** Records every frame that the browser paints, until the returned function is called. */
async function recordFrames(page: Page): Promise<() => Promise<Frame[]>> {
  const client = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  client.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await client.send('Page.startScreencast', { format: 'png', maxWidth: 320, maxHeight: 200 });
  return async () => {
    await client.send('Page.stopScreencast');
    return frames;
  };
}

/** The brightness of each frame's background, from 0 to 255, at the left edge, where every page is empty. */
async function brightness(page: Page, frames: readonly Frame[]): Promise<number[]> {
  return page.evaluate(async (pictures) => {
    const values: number[] = [];
    for (const picture of pictures) {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(
        1,
        Math.floor(bitmap.height / 2),
        1,
        Math.floor(bitmap.height / 2) - 2,
      );
      let sum = 0;
      for (let at = 0; at < data.length; at += 4)
        sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      values.push(sum / (3 * (data.length / 4)));
    }
    return values;
  }, frames);
}

const darkOnLight = ['dark', 'light'] as const;
const lightOnDark = ['light', 'dark'] as const;
for (const [chosen, system] of cellsOf<typeof darkOnLight | typeof lightOnDark>(
  [darkOnLight, lightOnDark],
  darkOnLight,
)) {
  test(`a ${chosen} page on a ${system} system paints no ${system} frame`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/login');
    await page.evaluate((theme) => {
      localStorage.setItem('slipway-theme', theme);
    }, chosen);
    await page.reload();
    await expect(page.getByLabel('Email')).toBeVisible();

    // The shell's script arrives late, so that frames painted before it are recorded.
    await page.route('**/slices/shell/**/main.*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    const stop = await recordFrames(page);
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6);
    // A wrong frame may come after the cards.
    await nextFrames(page, 12);
    const values = await brightness(page, await stop());
    expect(values.length).toBeGreaterThan(2);
    const wrong = values.filter((value) => (chosen === 'dark' ? value > 60 : value < 195));
    expect(wrong, `of ${String(values.length)} frames`).toEqual([]);
  });
}

test('paints nothing without its styles', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { unstyled: string[]; styled: number };
    seen.unstyled = [];
    seen.styled = 0;
    const look = () => {
      const header = document.querySelector('header');
      if (header && getComputedStyle(header).position !== 'sticky') seen.unstyled.push(header.outerHTML);
      else if (header) seen.styled += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  const { unstyled, styled } = await page.evaluate(() => {
    const seen = window as unknown as { unstyled: string[]; styled: number };
    return { unstyled: seen.unstyled, styled: seen.styled };
  });
  expect(unstyled).toEqual([]);
  expect(styled).toBeGreaterThan(1);
});

/** `npm test` opens a page that loads rows, and a dialog that moved once; nightly, every state. */
const visitorSample = ['marketplace'];
const memberSample = ['deployments-key'];
/** Pixels. Nightly, every state has both widths; in `npm test` they alternate. */
const widthsOf = (index: number) => (isNightly ? [1280, 390] : [index % 2 === 0 ? 1280 : 390]);
/** Milliseconds: more than the 500 after a click in which browsers excuse shifts. */
const DELAY = 700;

async function expectNoShift(page: Page, open: Open, widths: readonly number[]): Promise<void> {
  await watchShifts(page);
  await delayParts(page, DELAY);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
    await open(page);
    // A late shift needs a few frames.
    await nextFrames(page, 18);
    const { sum, sources } = await readShifts(page);
    expect(sum, `${String(width)} px: ${sources.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT);
  }
}

test.describe('no layout shift', () => {
  test.use({ expectedErrors: provoked });
  for (const [index, [name, open]] of statesOf(visitorStates, visitorSample).entries()) {
    test(`${name}`, ({ page }) => expectNoShift(page, open, widthsOf(index)));
  }
});

signedInTest.describe('no layout shift, signed in', () => {
  signedInTest.use({ expectedErrors: provoked });
  for (const [index, [name, open]] of statesOf(memberStates, memberSample).entries()) {
    signedInTest(`${name}`, ({ page }) => expectNoShift(page, open, widthsOf(visitorSample.length + index)));
  }
});

signedInNightly('no layout shift, at a quarter of the speed: agents-form', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await expectNoShift(page, memberStates['agents-form'], widthsOf(0));
});

/** Text that occurs once in the code of each part that loads later. */
const later = {
  overlays: 'select, textarea, label',
  'the command menu': 'search_listings',
  charts: 'data-faint',
};

test('the first load has no code of overlays, command menu and charts; the first use loads it', async ({
  page,
}) => {
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/slices\/shell\/.*\.js$/.test(response.url())) sources.push(response.text());
  });
  const carried = async () => {
    const code = (await Promise.all(sources)).join('\n');
    return Object.entries(later).flatMap(([name, mark]) => (code.includes(mark) ? [name] : []));
  };
  await page.goto('/');
  await expect(page.locator('article')).toHaveCount(6);
  await page.waitForLoadState('networkidle');
  expect(await carried()).toEqual([]);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  expect(await carried()).toEqual(['overlays', 'the command menu']);
});
