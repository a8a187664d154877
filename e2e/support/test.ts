/**
 * Playwright's test, with a page that may neither complain nor leak: an unexpected console error, a policy violation, a
 * password or a token where it does not belong fails the test.
 */
import { test as base, expect } from '@playwright/test';
import { scanForSecrets } from './secretScan';

interface Options {
  /** The console errors that a test provokes on purpose. */
  expectedErrors: RegExp | undefined;
}

export const test = base.extend<Options & { quiet: undefined; discreet: undefined }>({
  expectedErrors: [undefined, { option: true }],
  quiet: [
    async ({ page, expectedErrors }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (
          message.type() === 'error' ||
          /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())
        ) {
          complaints.push(message.text());
        }
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(undefined);
      // A request that fails on purpose is also told by the app, in a line of its own.
      const isExpected = (text: string) =>
        expectedErrors !== undefined &&
        (expectedErrors.test(text) || text.startsWith('a request failed AppError: '));
      expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
    },
    { auto: true },
  ],
  discreet: [
    async ({ context }, use) => {
      const scan = scanForSecrets(context);
      await use(undefined);
      expect(await scan.leaks(), 'where a password or a token was found').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
