/** Text and frames on the way to the final page: for content that must not be shown even briefly. */
import type { Page } from '@playwright/test';

/** Returns every text of the page since its document was loaded, in order. A new document starts a new list. */
export async function filmTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    new MutationObserver(() => {
      const text = (document.body as HTMLElement | null)?.innerText ?? '';
      if (text !== seen.at(-1)) seen.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

/** Waits until the page has painted `count` more frames. */
export const nextFrames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, count);

/** Returns how many dialogs each frame from now on has. */
export async function countDialogs(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { dialogCounts: counts });
    const look = () => {
      counts.push(document.querySelectorAll('dialog[open]').length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (window as unknown as { dialogCounts: number[] }).dialogCounts);
}
