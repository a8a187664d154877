/** Playwright's test, with a page that may not complain: an unexpected console error or policy violation fails it. */
import { test as base, expect } from '@playwright/test';

interface Options {
  /** The console errors that a test provokes on purpose. */
  expectedErrors: RegExp | undefined;
}

export const test = base.extend<Options & { quiet: undefined }>({
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
      expect(complaints.filter((text) => !expectedErrors?.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
