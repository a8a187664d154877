/** Whether everything on a page has room: nothing is wider than the screen, and no words are cut off. */
import type { Page } from '@playwright/test';
import { expect } from './test';

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `sideways scroll, ${where}`).toBeLessThanOrEqual(0);
}

/** What hides a part of its words without meaning to: a clamp and a hidden label do. */
export async function expectNothingCutOff(page: Page, where: string): Promise<void> {
  const cutOff = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, label, span, dt, dd, li, input')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const isMeant = style.clipPath !== 'none' || style.webkitLineClamp !== 'none';
        return !isMeant && element.clientWidth > 1 && style.overflowX !== 'visible'
          ? element.scrollWidth > element.clientWidth + 1
          : false;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(cutOff, `cut off, ${where}`).toEqual([]);
}
