/** Moves the focus as a user without a mouse does. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './test';

/** Presses of Tab. */
const MAX_PRESSES = 60;

export const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until `target` has the focus; every stop on the way has a visible outline. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement;
      // Between the end of the page and its start, no element has the focus.
      if (!focused || focused === document.body) return '';
      // No stop: the page itself moves the focus there, such as to the heading of a new page, also between two presses.
      if (focused.getAttribute('tabindex') === '-1') return '';
      return getComputedStyle(focused).outlineStyle === 'none' ? focused.outerHTML.slice(0, 160) : '';
    });
    expect(unseen, 'focused without an outline').toBe('');
    if (await hasFocus(target)) return;
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}
