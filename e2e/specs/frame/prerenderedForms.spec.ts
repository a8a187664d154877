/** The forms that their documents show before the app has started: what a user types and sends before it takes over. */
import type { Page, Request } from '@playwright/test';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { demo } from '../../support/accounts';
import {
  difference,
  expectNothingShown,
  heading,
  isOver,
  largestPaints,
  openEarly,
  place,
  watch,
} from '../../support/prerendered';
import { expect, nightly, signedInNightly, test } from '../../support/test';
import { cellsOf, isNightly } from '../../support/tier';

const titles = { '/login': 'Sign In', '/signup': 'Create Account' } as const;
const paths = Object.keys(titles) as (keyof typeof titles)[];

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

const narrowDark = [390, 'dark'] as const;
const wideLight = [1280, 'light'] as const;
/** In `npm test` the two pages share the checks: their forms have the same parts. */
const isSampled = (path: string, at: '/login' | '/signup') => isNightly || path === at;

for (const path of paths) {
  const testOfLogin = isSampled(path, '/login') ? test : test.skip;
  const testOfSignup = isSampled(path, '/signup') ? test : test.skip;

  testOfLogin(`without the app, ${path} has its form and links`, async ({ page }) => {
    await openEarly(page, path);
    await expect(heading(page)).toHaveText([titles[path]]);
    await expect(email(page)).toBeEditable();
    await expect(password(page)).toBeEditable();
    await expect(page.getByRole('button', { name: titles[path], exact: true })).toBeEnabled();
    for (const name of ['Continue with GitHub', 'Show characters'])
      await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
    await expect(page.getByRole('main').getByRole('link')).toBeVisible();
    // The deploy has kept the part for this environment, which accepts GitHub.
    await expect(page.getByText('GitHub sign-in isn’t set up')).toHaveCount(0);
    await expect(page.getByText(/\{.*\}/)).toHaveCount(0);
  });

  for (const [width, colorScheme] of cellsOf<typeof narrowDark | typeof wideLight>(
    [narrowDark, wideLight],
    wideLight,
  )) {
    testOfSignup(
      `the app takes over ${path} in one frame and moves nothing: ${String(width)} px, ${colorScheme}`,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const seen = await watch(page);
        const release = await openEarly(page, path);
        await email(page).fill('new@slipway.example');
        await page.evaluate(() => document.fonts.ready);
        const before = await page.screenshot();
        release();
        await isOver(page);
        await expect(email(page)).toHaveValue('new@slipway.example');
        const after = await page.screenshot();
        expect(await difference(page, before, after)).toBeLessThan(0.001);
        const { headings, shift } = await seen();
        expect(new Set(headings)).toEqual(new Set([1]));
        expect(shift).toBeLessThanOrEqual(0.02);
      },
    );
  }

  for (const width of [390, 1280]) {
    nightly(
      `the app paints nothing larger on ${path} when the font arrives late: ${String(width)} px`,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        const { first, last } = await largestPaints(page, path);
        expect(last).toBe(first);
      },
    );
  }

  nightly(`axe finds nothing on ${path} before the app has started`, async ({ page }) => {
    await openEarly(page, path);
    await expect(place(page)).toBeVisible();
    expect(
      await axeFindings(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    ).toEqual([]);
  });

  // `npm test`: apps/shell/src/prerenderedScript.test.ts has each reason for which a document does not show its page.
  signedInNightly(`a signed-in user never sees the form of ${path}`, async ({ page }) => {
    const release = await openEarly(page, path);
    await expectNothingShown(page);
    release();
    await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible();
    await expect(place(page)).toHaveCount(0);
    await expect(email(page)).toHaveCount(0);
  });

  nightly(`a tab in which a release failed shows ${path} only with the app`, async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('slipway.failed', '{"auth":["0123456789abcdef"]}');
    });
    await openEarly(page, path);
    await expectNothingShown(page);
  });

  for (const query of ['?slice=auth@http://127.0.0.1:1/', '?code=1', '?error=access_denied']) {
    nightly(`${path}${query} shows it only with the app`, async ({ page }) => {
      await openEarly(page, path + query);
      await expectNothingShown(page);
    });
  }
}

test('what was typed, the focus and the caret stay, and the app knows the text', async ({ page }) => {
  const release = await openEarly(page, '/signup');
  await email(page).fill('new@slipway.example');
  await page.getByLabel('Confirm password').fill('Long-enough');
  await password(page).fill('Long-enough-1!');
  await password(page).evaluate((field: HTMLInputElement) => {
    field.setSelectionRange(4, 4);
  });
  release();
  await isOver(page);
  await expect(email(page)).toHaveValue('new@slipway.example');
  await expect(page.getByLabel('Confirm password')).toHaveValue('Long-enough');
  await expect(password(page)).toBeFocused();
  await expect(page.getByText('5 of 5 password requirements met.')).toBeAttached();
  await page.keyboard.type('er');
  await expect(password(page)).toHaveValue('Longer-enough-1!');
});

nightly('a user who continues to type while the app takes over loses no letter', async ({ page }) => {
  const release = await openEarly(page, '/login');
  await email(page).focus();
  const text = 'someone.with.a.long.name@slipway.example';
  for (const [index, letter] of [...text].entries()) {
    if (index === 5) release();
    await page.keyboard.type(letter);
  }
  await isOver(page);
  await expect(email(page)).toHaveValue(text);
  await expect(email(page)).toBeFocused();
});

for (const [how, send] of [
  ['Enter', (page: Page) => password(page).press('Enter')],
  ['a click', (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true }).click()],
] as const) {
  const run = how === 'Enter' ? test : nightly;
  run(
    `a form that is sent by ${how} before the app has started is sent by the app, once`,
    async ({ page }) => {
      const release = await openEarly(page, '/login');
      const documents: string[] = [];
      const tokens: Request[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(request.url());
        if (request.url().includes('/auth/v1/token')) tokens.push(request);
      });
      await email(page).fill(demo.email);
      await password(page).fill(demo.password);
      await send(page);
      await send(page);
      await expect(place(page)).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await page.unroute('**/rest/v1/**');
      release();
      await page.waitForURL('**/dashboard');
      expect(documents).toEqual([]);
      expect(tokens.map((request) => request.method())).toEqual(['POST']);
    },
  );
}

test('without JavaScript, a form sends nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const address = `${String(baseURL)}/login`;
  await page.goto(address);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.locator('input[name=email]').fill(demo.email);
  await page.locator('input[name=password]').fill(demo.password);
  await page.locator('input[name=password]').press('Enter');
  await page.locator('button[type=submit]').click();
  await expect(page.locator('body > noscript')).toBeVisible();
  expect(page.url()).toBe(address);
  expect(requests).toEqual([]);
  await context.close();
});

test('the document of another page has none of them', async ({ request }) => {
  for (const path of ['/', '/marketplace', '/dashboard', '/nowhere'])
    expect(await (await request.get(path)).text()).not.toContain('pre-auth-');
});
