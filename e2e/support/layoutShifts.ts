/** How much a page moves on its own: the layout shifts that no input of the last 500 ms caused, since its document began. */
import type { Page } from '@playwright/test';

/** The most that a page may move: a fifth of what counts as good (CLS 0.1). */
export const MAX_SHIFT = 0.02;

export interface Shifts {
  sum: number;
  /** The elements that moved, each with its place before and after, in pixels. */
  sources: string[];
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Records the shifts of each document that the page opens from now on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, sources: [] };
    Object.assign(window, { layoutShifts: shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = element ? `${element.localName} “${element.textContent.slice(0, 40)}”` : 'removed';
          shifts.sources.push(`${name} (${place(previousRect)} → ${place(currentRect)})`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The shifts of the current document. */
export const readShifts = (page: Page): Promise<Shifts> =>
  page.evaluate(
    () => (window as unknown as { layoutShifts?: Shifts }).layoutShifts ?? { sum: 0, sources: [] },
  );

/**
 * Delays data, answers of agents and the code of slices, as a slow network does: what follows a click then arrives when
 * browsers no longer excuse its shifts. Responses that a test makes up are delayed too.
 */
export async function delayParts(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((delay) => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
      if (/^\/(?:rest\/v1\/|auth\/v1\/|v1\/(?:preview|tools))/.test(pathname))
        await new Promise((resolve) => setTimeout(resolve, delay));
      return send(input, init);
    };
  }, milliseconds);
  await page.route(/\/slices\/(?!shell\/)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.fallback();
  });
}
