/**
 * Documents show signed-in users a page before the app has started: the loading state of their pages, for browsers with a session
 * only, and the landing page (decision 106).
 */
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { startExpiredSession, storeSession } from '../../support/accounts';
import { hold } from '../../support/hold';
import {
  expectNothingShown,
  expectStillTakeover,
  heading,
  isOver,
  openEarly,
  place,
  watch,
} from '../../support/prerendered';
import { expect, nightly, signedInNightly, signedInTest, test } from '../../support/test';

/** With a disabled main action, and what comes with the data. */
const pages = [
  { path: '/deployments', title: 'Deployments', action: 'New Deployment', data: 'website-support' },
  { path: '/agents', title: 'AI Agents', action: 'Create Agent', data: 'Invoice Reader' },
  { path: '/dashboard', title: 'Dashboard', action: 'Sign Out', data: 'Charged to users of your agents' },
  { path: '/billing', title: 'Billing & Usage', data: '$29' },
];
const path = '/deployments';

for (const { path: own, title, action, data } of pages) {
  // In `npm test` one page stands for all, whose documents are made in the same way.
  const testOf = own === path ? test : nightly;
  const signedInTestOf = own === path ? signedInTest : signedInNightly;

  signedInTestOf(`without the app, a user sees the loading state of ${own} (23)`, async ({ page }) => {
    const release = await openEarly(page, own, { hasData: true });
    await expect(place(page)).toBeVisible();
    await expect(heading(page)).toHaveText([title]);
    await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
    if (action !== undefined)
      await expect(page.getByRole('main').getByRole('button', { name: action })).toBeDisabled();
    const buttons = await page.getByRole('button').all();
    expect(buttons).not.toEqual([]);
    for (const button of buttons) await expect(button).toBeDisabled();
    // Nothing of a visitor, and no link that this user may not have.
    await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Slipway']);
    release();
    await isOver(page);
    if (action !== undefined)
      await expect(page.getByRole('main').getByRole('button', { name: action })).toBeEnabled();
    await expect(page.getByRole('main').getByText(data).first()).toBeVisible();
  });

  testOf(`a visitor sees nothing of ${own}, and is asked to sign in (23)`, async ({ page }) => {
    const seen = await watch(page);
    const release = await openEarly(page, own);
    await expectNothingShown(page);
    release();
    await expect(heading(page)).toHaveText(['Access Denied']);
    await expect(page).toHaveURL(/\/login\?/);
    await expect(heading(page)).toHaveText(['Sign In']);
    await expect(place(page)).toHaveCount(0);
    expect((await seen()).shift).toBeLessThanOrEqual(0.02);
  });
}

signedInTest(
  'on a phone, the texts of the first response move nothing in the page of the document (23)',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const seen = await watch(page);
    const release = await openEarly(page, '/agents', { hasData: true });
    // The description has one line, its placeholder two.
    await expect(place(page).getByText('Walks a new customer through the first week.')).toBeVisible();
    expect((await seen()).shift).toBeLessThanOrEqual(0.02);
    release();
    await isOver(page);
  },
);

/** Pixels: below it, the header has the links of the user. On a phone they are in a drawer. */
const BAR = 61;
const narrowDark = [390, 'dark', 0] as const;
const wideLight = [1280, 'light', BAR] as const;
const views = [narrowDark, wideLight, [390, 'light', 0], [1280, 'dark', BAR]] as const;
signedInTest('a user sees the landing page with the header of users (23)', async ({ page }) => {
  const release = await openEarly(page);
  await expect(heading(page)).toHaveText(['Deploy AI Agents in Seconds']);
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Slipway']);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeDisabled();
  release();
  await isOver(page);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
});

for (const view of views) {
  const [width, colorScheme, from] = view;
  // The dashboard shows the user's address, which the document does not know.
  const paths = ['/', ...pages.map(({ path: each }) => each).filter((each) => each !== '/dashboard')];
  for (const own of paths) {
    // `npm test`: prerendered.spec.ts has the other width and theme.
    const testOf = own === path && view === wideLight ? signedInTest : signedInNightly;
    testOf(
      `the app takes over ${own} in one frame and moves nothing: ${String(width)} px, ${colorScheme}`,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await expectStillTakeover(page, own, from);
      },
    );
  }
}

test('a session that has to be renewed has the spinner of its check, then the page (23)', async ({
  page,
}) => {
  await startExpiredSession(page);
  const renewal = hold();
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    await renewal.held;
    await route.continue();
  });
  const release = await openEarly(page, path, { hasData: true });
  await expect(place(page)).toBeVisible();
  release();
  await isOver(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('Loading');
  renewal.release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a user who was inactive for too long sees the message only, and leaves the page (23)', async ({
  page,
  context,
}) => {
  await storeSession(context);
  await page.addInitScript(() => {
    localStorage.setItem('lastActivity', String(Date.now() - 2 * 60 * 60 * 1_000));
  });
  const release = await openEarly(page, path, { hasData: true });
  await expectNothingShown(page);
  release();
  await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(place(page)).toHaveCount(0);
});

// `npm test`: prerenderedSearch.spec.ts has a page of visitors.
signedInNightly(
  'the code of a page that does not come gives way to the loading state of the app',
  async ({ page }) => {
    await page.route(/\/slices\/deployments\/.*\.js$/, () => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText('takes longer than usual').filter({ visible: true }).first()).toBeVisible({
      timeout: 20_000,
    });
    await expect(place(page)).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

signedInTest('a link that opens a dialog shows its page with the app only (23)', async ({ page }) => {
  const release = await openEarly(page, `${path}?new=deployment`);
  await expectNothingShown(page);
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const { path: own } of pages) {
  const testOf = own === path ? signedInTest : signedInNightly;
  testOf(`axe finds nothing in ${own}, and its colors follow the setting`, async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('slipway-theme', 'dark');
    });
    const release = await openEarly(page, own);
    await expect(place(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(11, 13, 17)',
    );
    expect(
      await axeFindings(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
    ).toEqual([]);
    release();
    await isOver(page);
  });
}

nightly('without JavaScript there is no session, so only the note is shown', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${String(baseURL)}${path}`);
  await expect(page.locator('noscript')).toBeVisible();
  await expect(place(page)).toBeHidden();
  await context.close();
});
