/** How a page arrives: in its theme from the first frame on, in its styles, without a jump, and with no more than it shows. */
import type { Page } from '@playwright/test';
import { memberStates, type Open, provoked, visitorStates } from '../../support/pageStates';
import { expect, signedInTest, test } from '../../support/test';

/** A frame of the film, as a PNG in base64. */
type Frame = string;

/** Films everything the browser paints until the function it returns is called. */
async function film(page: Page): Promise<() => Promise<Frame[]>> {
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

/** How bright each frame's ground is, from 0 to 255: along its left edge, where no page has anything but its ground. */
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

for (const [chosen, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test(`a page chosen ${chosen} on a ${system} system has no ${system} frame`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/login');
    await page.evaluate((theme) => {
      localStorage.setItem('slipway-theme', theme);
    }, chosen);
    await page.reload();
    await expect(page.getByLabel('Email')).toBeVisible();

    // What the shell draws comes late, so that whatever is painted before it is in the film.
    await page.route('**/slices/shell/**/main.*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    const stop = await film(page);
    await page.goto('/marketplace');
    await expect(page.locator('article')).toHaveCount(6);
    // The film runs on: a wrong frame may come after the last thing that can be waited for.
    await page.waitForTimeout(200);
    const values = await brightness(page, await stop());
    expect(values.length).toBeGreaterThan(2);
    const wrong = values.filter((value) => (chosen === 'dark' ? value > 60 : value < 195));
    expect(wrong, `of ${String(values.length)} frames`).toEqual([]);
  });
}

test('nothing is painted without its styles', async ({ page }) => {
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

const MOST_SHIFT = 0.02;

/**
 * What opens over a page moves nothing of it; a failure takes the room that its words need. What a press opens in the
 * page itself, a form or a key, is left out: a browser does not count that, but the wait below makes it look late. The
 * playground moves what is below an answer while it arrives.
 */
const arrives = ([name]: [string, Open]) =>
  !/drawer|command-menu|dialog|-form$|-key$|-revoke$|-playground$|-failed$|-samples$/.test(name);

async function expectNoJump(page: Page, open: Open): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as { shift: number };
    counted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        counted.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // A wait that can be seen, before the data and before the slice. What the state itself does to a request comes first.
  await page.route(/\/(?:rest\/v1|slices\/(?!shell\/)[^/]+)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.continue();
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    // What must not happen has no event to wait for: a late shift gets time to come.
    await page.waitForTimeout(300);
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift, `${String(width)} px`).toBeLessThanOrEqual(MOST_SHIFT);
  }
}

test.describe('nothing jumps', () => {
  test.use({ expectedErrors: provoked });
  for (const [name, open] of Object.entries(visitorStates).filter(arrives)) {
    test(`layout shift: ${name}`, ({ page }) => expectNoJump(page, open));
  }
});

signedInTest.describe('nothing jumps, signed in', () => {
  signedInTest.use({ expectedErrors: provoked });
  for (const [name, open] of Object.entries(memberStates).filter(arrives)) {
    signedInTest(`layout shift: ${name}`, ({ page }) => expectNoJump(page, open));
  }
});

/** Words that stand once in the code of what a first view is without. */
const later = { overlays: '[data-no-drag]', 'the command menu': 'search_listings', charts: 'data-faint' };

test('a first load has no overlay, no command menu and no chart; each comes when it is wanted', async ({
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
