/**
 * Playwright's test with two checks on the page: an unexpected console error, a policy violation, or a password or
 * token where it does not belong fails the test.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { storeSession } from './accounts';
import { endMeasuring, measureInteractions } from './interactions';
import { watchOvertakenRequests } from './overtakenRequests';
import { scanForSecrets } from './secretScan';
import { serverReady } from './server';
import { isNightly } from './tier';

interface Options {
  /** The console errors that a test causes on purpose. */
  expectedErrors: RegExp | undefined;
  /** Whether a password or token in the wrong place fails the test. */
  scansForSecrets: boolean;
}

/** A document may show its page before the app has started: a test begins when the app has taken over, or has failed. */
export async function appStarted(page: Page): Promise<void> {
  await expect(page.locator(':root[data-prerendered="shown"]:not([data-start="failed"])')).toHaveCount(0, {
    timeout: 30_000,
  });
}

/** A test that uses neither `page` nor `context` starts no browser. */
export const test = base.extend<Options, { server: undefined }>({
  expectedErrors: [undefined, { option: true }],
  scansForSecrets: [true, { option: true }],
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      await serverReady();
      await use(undefined);
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  context: async ({ context, scansForSecrets }, use, testInfo) => {
    await measureInteractions(context, testInfo);
    const scan = scansForSecrets ? scanForSecrets(context) : undefined;
    await use(context);
    expect(await scan?.leaks(), 'places of a password or a token').toEqual(scan && []);
  },
  page: async ({ page, context, expectedErrors }, use) => {
    const { goto, reload } = page;
    // A test that waits only for `commit` looks at the page before the app has started.
    page.goto = async (url, options) => {
      const response = await goto.call(page, url, options);
      if (options?.waitUntil !== 'commit') await appStarted(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload.call(page, options);
      if (options?.waitUntil !== 'commit') await appStarted(page);
      return response;
    };
    const errors: { text: string; url?: string }[] = [];
    const isOvertaken = watchOvertakenRequests(context);
    page.on('console', (message) => {
      if (isOvertaken(message)) return;
      if (
        message.type() === 'error' ||
        /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())
      ) {
        errors.push({ text: message.text(), url: message.location().url });
      }
    });
    page.on('pageerror', (error) => errors.push({ text: error.message }));
    await use(page);
    await context.cookies(); // messages that the page has sent come before this answer
    const seen = [...errors];
    endMeasuring(context);
    if (!page.isClosed()) {
      // Without its handler, the browser sends a request that the test held: offline, it does not reach the server.
      await context.setOffline(true);
      // A handler may still wait for a response, which ends with the test.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    // The app logs each failed request too.
    const isExpected = (text: string) =>
      expectedErrors !== undefined &&
      (expectedErrors.test(text) || text.startsWith('a request failed AppError: '));
    expect(seen.filter(({ text }) => !isExpected(text))).toEqual([]);
  },
});

/** A test that starts signed in as the demo user, with a session that no other test has. */
export const signedInTest = test.extend({
  context: async ({ context }, use) => {
    await storeSession(context);
    await use(context);
  },
});

/** Tests that run at night: another instance of a behavior, or what a component or database test proves in `npm test`. */
export const nightly = isNightly ? test : test.skip;
export const signedInNightly = isNightly ? signedInTest : signedInTest.skip;

export { expect };
