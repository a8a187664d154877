/** The landing page that its document shows before the app has started: what it is for a visitor, when it is shown, and its end. */
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { hold } from '../../support/hold';
import {
  expectNothingShown,
  expectStillTakeover,
  heading,
  isOver,
  largestPaints,
  openEarly,
  place,
} from '../../support/prerendered';
import { expect, nightly, test } from '../../support/test';
import { cellsOf } from '../../support/tier';

test('without the app, the landing page has its heading, links that work, and nothing that moves', async ({
  page,
}) => {
  const release = await openEarly(page);
  await expect(heading(page)).toHaveText(['Deploy AI Agents in Seconds']);
  await expect(place(page)).toBeVisible();
  for (const button of await page.getByRole('button').all()) await expect(button).toBeDisabled();
  for (const name of ['Sign In', 'Get Started', 'Browse Agents', 'Submit AI Agent']) {
    await expect(page.getByRole('link', { name })).toBeVisible();
  }
  // While the app starts, no frame has more work.
  await expect(place(page).locator('[aria-busy="true"]').first()).toBeVisible();
  const endless = () =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length;
  expect(await page.evaluate(endless)).toBe(0);
  release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Browse Agents' }).click();
  await expect(page).toHaveURL(/\/marketplace$/);
  await expect(page.locator('article')).toHaveCount(6);
});

const narrowDark = [390, 'dark'] as const;
const wideLight = [1280, 'light'] as const;
const views = [narrowDark, wideLight, [390, 'light'], [1280, 'dark']] as const;
for (const [width, colorScheme] of cellsOf<(typeof views)[number]>(views, narrowDark)) {
  test(`the app takes over in one frame and moves nothing: ${String(width)} px, ${colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectStillTakeover(page, '/');
  });
}

for (const width of cellsOf([390, 1280], 390)) {
  test(`the app paints nothing larger when the font arrives between the document and it: ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { first, last } = await largestPaints(page, '/');
    expect(last).toBe(first);
  });
}

test('the page is first shown with its font', async ({ page }) => {
  await page.addInitScript(() => {
    const look = () => {
      const isVisible = document.querySelector('#slipway-prerendered h1')?.checkVisibility();
      if (isVisible) Object.assign(window, { hadFont: document.fonts.check('1em "Inter Variable"') });
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  await openEarly(page);
  await expect(place(page)).toBeVisible();
  expect(await page.evaluate(() => (window as { hadFont?: boolean }).hadFont)).toBe(true);
});

test('the scroll position and the focused link stay', async ({ page }) => {
  const release = await openEarly(page);
  const link = page.getByRole('link', { name: 'Submit AI Agent' });
  await link.focus();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
  release();
  await isOver(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
  await expect(link).toBeFocused();
});

test('a press that begins before the app and ends on it is a click (23)', async ({ page }) => {
  const release = await openEarly(page);
  const box = await page.getByRole('link', { name: 'Browse Agents' }).boundingBox();
  if (!box) throw new Error('not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  release();
  await isOver(page);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/marketplace$/);
});

test('the rest of the composition comes when the app is on screen, not before (23)', async ({ page }) => {
  /** Whether the app was on screen at each request. */
  const asked: boolean[] = [];
  await page.route('/slices/_rest/**', async (route) => {
    asked.push((await place(page).count()) === 0);
    await route.continue();
  });
  const release = await openEarly(page, '/', { hasData: true });
  await expect(place(page)).toBeVisible();
  release();
  await isOver(page);
  // Ten seconds after the start it comes anyway.
  await expect.poll(() => asked, { timeout: 5_000 }).toEqual([true]);
});

nightly('axe finds nothing before the app has started', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const release = await openEarly(page);
    await expect(place(page)).toBeVisible();
    expect(
      await axeFindings(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    ).toEqual([]);
    release();
    await isOver(page);
  }
});

nightly('a chosen theme has its switch and its colors at once', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('slipway-theme', 'dark');
  });
  const release = await openEarly(page);
  await expect(page.getByRole('button', { name: /^Theme/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(11, 13, 17)');
  release();
  await isOver(page);
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
});

/** `apps/shell/src/prerenderedScript.test.ts` has every reason, these two included. */
const never = [
  ['a reader of another language', 'localStorage', 'slipway-language', '"de"'],
  ['a tester of other releases', 'sessionStorage', 'slipway-overrides', '{}'],
] as const;
for (const [who, area, key, value] of never) {
  nightly(`${who} never sees it`, async ({ page }) => {
    await page.addInitScript(
      ([where, name, text]) => {
        window[where].setItem(name, text);
      },
      [area, key, value] as const,
    );
    const release = await openEarly(page);
    await expectNothingShown(page);
    release();
    await expect(heading(page)).toBeVisible();
  });
}

nightly(
  'another page, which the service worker opens with this document, never shows it',
  async ({ page }) => {
    const html = await (await page.request.get('/')).text();
    await page.route('**/login', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    const { held, release } = hold();
    await page.route('**/main.*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expectNothingShown(page);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  },
);

test.describe('a shell that does not start', () => {
  test.use({ expectedErrors: /slice failed|Failed to load resource|integrity/ });

  test('has its message instead', async ({ page }) => {
    await page.route('**/slices/shell/**/main.*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/slipway-recovery', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'The app hasn’t started' })).toBeVisible();
    await expect(place(page)).toBeHidden();
  });
});

nightly('without JavaScript the page is there, with a note', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${String(baseURL)}/`);
  await expect(heading(page)).toHaveText(['Deploy AI Agents in Seconds']);
  await expect(page.locator('noscript')).toBeVisible();
  await context.close();
});
