/**
 * The life of a session in a real browser: who gets in, when it ends, and its messages. Time is Playwright's clock.
 * One file, in the order of that life.
 */
import { EventEmitter } from 'node:events';
import type { BrowserContext, Page } from '@playwright/test';
import { filmTexts } from '../../support/frames';
import { signIn, startExpiredSession, startSession } from '../../support/accounts';
import { hold } from '../../support/hold';
import { watchOvertakenRequests } from '../../support/overtakenRequests';
import { askAuth } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

const MINUTE = 60_000;
/** Milliseconds, with a margin (`refresh_token_reuse_interval`). */
const REUSE_INTERVAL = 10_500;

/** Waits for the slot of the auth slice on the dashboard: a clock that jumps while it loads ends that wait, with an error. */
const expectComplete = (page: Page) =>
  expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();

const toasts = (page: Page) => page.locator('[data-toast]');
const banner = (page: Page) => page.getByRole('banner');

/** Makes the stored session look as if its user was last active `minutes` ago. */
const setIdle = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    localStorage.setItem('lastActivity', String(Date.now() - ms));
  }, minutes * MINUTE);

nightly(
  'a page load and ten returns to the tab show no toast and stay on the page',
  { tag: ['@SES-04', '@SES-05', '@T-03'] },
  async ({ page }) => {
    await page.clock.install();
    await startSession(page);
    const texts = await filmTexts(page);
    await page.goto('/marketplace');
    await expect(page.getByText(/^Showing \d/)).toBeVisible();
    for (let count = 0; count < 10; count += 1) {
      for (const state of ['hidden', 'visible']) {
        await page.evaluate((value) => {
          Object.defineProperty(document, 'visibilityState', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        }, state);
        await page.clock.runFor(150);
      }
    }
    await page.clock.runFor(5_000);
    await expect(toasts(page)).toHaveCount(0);
    expect((await texts()).filter((text) => text.includes('signed in'))).toEqual([]);
    await expect(page).toHaveURL(/\/marketplace$/);
  },
);

test(
  'shows a spinner while access is checked, then the page, and nothing in between',
  { tag: ['@SHELL-20', '@SHELL-23', '@SHELL-29'] },
  async ({ page }) => {
    // The check has to ask the service, whose response is held back.
    await startExpiredSession(page);
    const { held, release } = hold();
    await page.route('**/auth/v1/token*', async (route) => {
      await held;
      await route.fallback();
    });
    const texts = await filmTexts(page);
    await page.goto('/dashboard');
    const spinner = page.getByRole('status').filter({ hasText: 'Loading' });
    await expect(spinner).toBeVisible();
    // It covers the header too, and what lies on top is the spinner's at every corner.
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, width, height });
    const covered = await page.evaluate(
      ([right, bottom]) =>
        [
          [1, 1],
          [right - 20, 1],
          [1, bottom - 1],
          [right / 2, 30],
        ].every(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('[role=status]') !== null),
      [width, height] as const,
    );
    expect(covered).toBe(true);
    await expect(page.getByText('Quick Actions')).toHaveCount(0);
    await expect(page.getByRole('main')).toHaveText('Loading');
    release();
    await expect(page.getByText('Quick Actions')).toBeVisible();
    const shown = (await texts()).join('\n');
    for (const other of ['Access Denied', 'expired', 'verification failed'])
      expect(shown).not.toContain(other);
  },
);

nightly(
  'stores the activity of a visitor and of a user; a visitor has no session that could expire',
  { tag: ['@SES-23', '@SES-24'] },
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).click();
    const read = () => page.evaluate(() => Number(localStorage.getItem('lastActivity')));
    const visitors = await read();
    expect(visitors).toBeGreaterThan(Date.now() - MINUTE);
    await expect(async () => {
      await page.getByRole('heading', { level: 1 }).click();
      expect(await read()).toBeGreaterThan(visitors);
    }).toPass();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    await page.clock.install();
    await startSession(page);
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).click();
    const before = await read();
    // Activity is stored once a second at most.
    await page.clock.runFor(1_100);
    await page.getByRole('heading', { level: 1 }).click();
    expect(await read()).toBeGreaterThan(before);
  },
);

test(
  'after 61 minutes without activity a load shows one message, signs out, and opens the landing page',
  { tag: ['@SHELL-25', '@SHELL-26', '@T-02'] },
  async ({ page }) => {
    await startSession(page);
    await page.goto('/');
    await setIdle(page, 61);
    const asked = page.waitForRequest('**/auth/v1/logout*');
    const texts = await filmTexts(page);
    await page.goto('/dashboard');
    await expect(page.getByText('Your session has expired. Please sign in again.')).toHaveCount(1);
    await expect(page).toHaveURL(/\/$/);
    expect(new URL((await asked).url()).searchParams.get('scope')).toBe('local');
    await expect(banner(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
    const shown = (await texts()).join('\n');
    for (const other of ['Quick Actions', 'Access Denied', 'Successfully signed out!'])
      expect(shown).not.toContain(other);
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => /auth-token|lastActivity/.test(key)),
      ),
    ).toEqual([]);
    // A protected page treats the next visit as signed out.
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  },
);

nightly(
  'on an open page the session ends at the first check after an hour',
  { tag: ['@SHELL-24', '@SES-22'] },
  async ({ page }) => {
    await page.clock.install();
    await signIn(page);
    await expectComplete(page);
    // Not `runFor`: it runs 59 minutes of timers before a response can arrive, so a renewal of the token is too late.
    // The service's clock does not jump: its new tokens look expired, and the session stays. The page's clock also runs
    // by itself: a busy machine needs some of the five minutes for the next lines.
    await page.clock.fastForward(55 * MINUTE);
    await expect(page.getByText('Quick Actions')).toBeVisible();
    await page.clock.fastForward(4 * MINUTE);
    // In short steps: on a busy machine one long step also runs out the time that the message is shown.
    const message = page.getByText('Your session has expired. Please sign in again.');
    await expect(async () => {
      await page.clock.runFor(2_000);
      expect(await message.count()).toBe(1);
    }).toPass({ intervals: [1], timeout: 40_000 });
    await expect(page).toHaveURL(/\/$/);
  },
);

nightly(
  'a clock that jumps by 61 minutes, as after sleep, ends the session',
  { tag: ['@SHELL-25', '@SES-22'] },
  async ({ page }) => {
    await page.clock.install();
    await signIn(page);
    await expectComplete(page);
    await page.clock.fastForward(61 * MINUTE);
    await expect(page.getByText('Your session has expired. Please sign in again.')).toHaveCount(1);
    await expect(page.getByText('Successfully signed out!')).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
  },
);

nightly(
  'four hours of inactivity on a public page are logged, and the user stays signed in',
  { tag: ['@SES-28', '@SES-29'] },
  async ({ page }) => {
    await page.clock.install();
    await startSession(page);
    await page.goto('/marketplace');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.clock.runFor(241 * MINUTE);
    expect(logged.filter((text) => text.includes('no activity for four hours'))).toHaveLength(1);
    await expect(banner(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  },
);

test(
  'unusual activity shows one message, and the session continues',
  { tag: ['@SES-54', '@SHELL-28', '@SES-60'] },
  async ({ page }) => {
    await startSession(page);
    await page.addInitScript(() => {
      const now = Date.now();
      localStorage.setItem('auth_failures', JSON.stringify({ attempts: {}, failures: [now, now, now, now] }));
    });
    await page.goto('/dashboard');
    await expect(page.getByText('Unusual activity detected. Session is being monitored.')).toHaveCount(1);
    await expect(page.getByText(/^Security alert: /)).toHaveCount(1);
    await expect(page.getByText('Quick Actions')).toBeVisible();
  },
);

test.describe('without the auth service', () => {
  test.use({ expectedErrors: /Failed to load resource|session could not be checked|ERR_|fetch/i });

  test(
    'a failed check keeps the page closed, shows an error, and retries',
    { tag: ['@SHELL-27', '@T-20'] },
    async ({ page }) => {
      await startExpiredSession(page);
      await page.route('**/auth/v1/token*', (route) => route.abort());
      await page.goto('/dashboard');
      // While the client continues for half a minute.
      await expect(page.getByText('Security verification failed. Please try again.')).toHaveCount(1);
      await expect(page.getByText('Quick Actions')).toHaveCount(0);
      await page.unroute('**/auth/v1/token*');
      await page.getByRole('button', { name: 'Retry' }).click();
      // The client itself waits up to 13 s before it asks again.
      await expect(page.getByText('Quick Actions')).toBeVisible({ timeout: 20_000 });
    },
  );

  nightly(
    'a sign-out that does not reach the server ends the session here, and can be repeated',
    { tag: ['@T-18'] },
    async ({ page }) => {
      await signIn(page);
      await page.route('**/auth/v1/logout*', (route) => route.abort());
      await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
      await expect(page.getByText('Failed to sign out. Please try again.')).toHaveCount(1);
      await expect(page.getByText('Successfully signed out!')).toHaveCount(0);
      await expect(page).toHaveURL(/\/$/);
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('auth-token'))),
      ).toEqual([]);
      await page.unroute('**/auth/v1/logout*');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('Successfully signed out!')).toHaveCount(1);
    },
  );
});

test.describe('a stolen refresh token', () => {
  // The minute that the clock jumps can also end the wait for a slice of the next page.
  test.use({ expectedErrors: /400|timed out|did not load within/ });

  const refresh = (refresh_token: unknown) => askAuth('token?grant_type=refresh_token', { refresh_token });

  nightly(
    'ends the session for the thief and for the user, who sees that it expired',
    { tag: ['@T-53', '@SES-33', '@T-02'] },
    async ({ page }) => {
      test.slow();
      await page.clock.install();
      const texts = await filmTexts(page);
      await signIn(page);
      const stolen = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
        return (JSON.parse(localStorage.getItem(key) ?? '{}') as { refresh_token: string }).refresh_token;
      });
      await expectComplete(page);
      const thief = await refresh(stolen);
      // The service allows a second use within ten seconds, for a response that got lost. Its clock cannot be set.
      const spentAt = Date.now();
      await expect.poll(() => Date.now() - spentAt, { timeout: 15_000 }).toBeGreaterThan(REUSE_INTERVAL);
      // The browser refreshes with the token that the thief used; its access token lives for ten minutes.
      await expect(async () => {
        await page.clock.fastForward(MINUTE); // `runFor` would draw each of its frames
        await expect(page).toHaveURL(/\/$/, { timeout: 200 });
      }).toPass({ intervals: [100], timeout: 45_000 });
      const shown = (await texts()).join('\n');
      expect(shown).toContain('Your session has expired. Please sign in again.');
      for (const other of ['Successfully signed out!', 'Access Denied']) expect(shown).not.toContain(other);
      await expect(banner(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
      await expect(refresh(thief.refresh_token)).rejects.toThrow(/400/);
    },
  );
});

test('these tests expect the rejection of a request that the end of a session overtook, and no other', () => {
  const context = new EventEmitter();
  const isExpected = watchOvertakenRequests(context as unknown as BrowserContext);
  const urlOf = (path: string) => `http://127.0.0.1${path}`;
  const start = (path: string) => {
    const request = { url: () => urlOf(path) };
    context.emit('request', request);
    return () => context.emit('requestfinished', request);
  };
  const rejects = (path: string, status: number) =>
    isExpected({
      location: () => ({ url: urlOf(path), line: 0, column: 0, lineNumber: 0, columnNumber: 0 }),
      text: () => `Failed to load resource: the server responded with a status of ${String(status)} ()`,
    });
  const [renewal, early, rows] = [
    '/auth/v1/token?grant_type=refresh_token',
    '/rest/v1/early',
    '/rest/v1/rows',
  ];

  start(early)();
  start(renewal);
  expect(rejects(renewal, 400), 'while the session is there').toBe(false);
  start('/auth/v1/logout');
  start(rows);
  expect([rejects(renewal, 400), rejects(rows, 401), rejects(rows, 403)]).toEqual([true, true, true]);
  expect([rejects(early, 401), rejects(rows, 400), rejects(renewal, 500)]).toEqual([false, false, false]);
});
