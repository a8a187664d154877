/** What a page shows on its way to where it rests: for what must not be seen, not for a moment. */
import type { Page } from '@playwright/test';

/** Returns every text of the page since its document was loaded, in order; each document begins anew. */
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
