/**
 * How long each interaction of a test takes until the next frame shows its effect, and how much pages move on their own, with a
 * slow CPU. Only with `E2E_CPU`, the factor by which the CPU is slower: `bench/interactions.ts` runs the suite with it.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';

const CPU = Number(process.env['E2E_CPU'] ?? 1);
/** Contexts whose test has ended. */
const ended = new WeakSet<BrowserContext>();
export const INTERACTIONS = join(import.meta.dirname, '../test-results/interactions');

/** An event of an interaction, in milliseconds, or the layout shifts of a document so far. */
export type Happening = { path: string } & (
  | {
      kind: 'event';
      id: number;
      type: string;
      target: string;
      duration: number;
      delay: number;
      handlers: number;
    }
  | { kind: 'shift'; sum: number; sources: string[] }
);

interface Entry extends PerformanceEntry {
  interactionId: number;
  processingStart: number;
  processingEnd: number;
  target: Element | null;
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Runs in the page. */
function watch(report: (happening: unknown) => void): void {
  const nameOf = (node: Node | null | undefined) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = element?.getAttribute('aria-label') ?? element?.textContent;
    return element ? `${element.localName} “${text?.slice(0, 30) ?? ''}”` : 'removed';
  };
  const boxOf = ({ x, y, width, height }: DOMRect) =>
    [x, y, width, height].map((value) => String(Math.round(value))).join(' ');
  // An entry has no target once its element is removed, such as a button that closes its dialog.
  const pressed = new Map<number, string>();
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'keypress'])
    window.addEventListener(
      type,
      ({ timeStamp, target }) => pressed.set(timeStamp, nameOf(target instanceof Node ? target : undefined)),
      { capture: true, passive: true },
    );
  let sum = 0;
  // The browser excuses a shift for half a second after a resize, which is too little for a slow CPU.
  let resized = -Infinity;
  window.addEventListener('resize', () => (resized = performance.now()));
  // Playwright fills a field without a key, after which the browser would excuse a shift.
  let filled = -Infinity;
  window.addEventListener('input', () => (filled = performance.now()), { capture: true });
  const observer = new PerformanceObserver((list) => {
    const path = location.pathname;
    for (const entry of list.getEntries() as Entry[]) {
      const { entryType, interactionId: id, name: type, startTime, duration } = entry;
      if (entryType === 'layout-shift') {
        if (entry.hadRecentInput || startTime - resized < 3_000 || startTime - filled < 500) continue;
        sum += entry.value;
        const sources = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`,
        );
        report({ kind: 'shift', path, sum, sources });
      } else if (id > 0) {
        const delay = entry.processingStart - startTime;
        const handlers = entry.processingEnd - entry.processingStart;
        const target = pressed.get(startTime) ?? nameOf(entry.target);
        report({ kind: 'event', path, id, type, target, duration, delay, handlers });
      }
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  observer.observe({ type: 'layout-shift', buffered: true });
}

/** Slows the CPU of each page of a test, and appends what happens there to a file of the worker. */
export async function measureInteractions(
  context: BrowserContext,
  { titlePath, workerIndex }: TestInfo,
): Promise<void> {
  if (CPU === 1) return;
  mkdirSync(INTERACTIONS, { recursive: true });
  const file = join(INTERACTIONS, `${String(workerIndex)}.jsonl`);
  const test = titlePath.slice(1).join(' › ');
  await context.exposeFunction('slipwayHappened', (happening: Happening) => {
    if (!ended.has(context)) appendFileSync(file, `${JSON.stringify({ test, ...happening })}\n`);
  });
  await context.addInitScript(`(${watch.toString()})((happening) => window.slipwayHappened(happening))`);
  const slow = async (page: Page) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  };
  context.on('page', (page) => void slow(page).catch(() => undefined)); // it may be closed already
}

/** The end of a test takes the network from its page, which shows that and moves. */
export function endMeasuring(context: BrowserContext): void {
  ended.add(context);
}
