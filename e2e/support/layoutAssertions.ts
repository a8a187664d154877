/** Layout: nothing is wider than the screen, and no text is cut off. */
import type { Page } from '@playwright/test';
import { expect } from './test';

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `sideways scroll, ${where}`).toBeLessThanOrEqual(0);
}

/** Clamped text and visually hidden labels are cut off on purpose, and a field scrolls what is typed. */
export async function expectNothingCutOff(page: Page, where: string): Promise<void> {
  const cutOff = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, label, span, dt, dd, li, input')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const isTyped = element instanceof HTMLInputElement && element.value !== '';
        const isIntended = isTyped || style.clipPath !== 'none' || style.webkitLineClamp !== 'none';
        return !isIntended && element.clientWidth > 1 && style.overflowX !== 'visible'
          ? element.scrollWidth > element.clientWidth + 1
          : false;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(cutOff, `cut off, ${where}`).toEqual([]);
}
