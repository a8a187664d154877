/** Keeps on the page what would go with time. */
import type { Page } from '@playwright/test';

/** Timers of at least so many milliseconds never fire, in every document that the page opens from now on. */
export const stopTimersFrom = (page: Page, milliseconds: number) =>
  page.addInitScript((longest) => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((...timer: Parameters<typeof start>) =>
      (timer[1] ?? 0) >= longest ? 0 : start(...timer)) as typeof setTimeout;
  }, milliseconds);
