/** Measures a page while one slice is dead, hangs or is slow: the times of its frame, of its data or of its failure. */
import type { Browser, Page } from 'playwright';
import { marksOf, shownAt } from './marks';
import type { ContenderServer, Fault } from './serve';
import { openPage, pictureOf } from './visit';

/** Seconds that a visit waits for its last state. */
const LIMIT = 25;

export interface Outcome {
  contender: string;
  fault: Fault;
  path: string;
  /** Seconds until the header is there, or undefined. */
  frame: number | undefined;
  /** The last state that the page shows. */
  end: 'its data' | 'a failure with a way to try again' | 'a loading state' | 'nothing';
  /** Seconds until that. */
  after: number;
}

/** Runs in the page. */
const stateOf = () => {
  const buttons = [...document.querySelectorAll('button')].filter((button) => button.offsetParent !== null);
  return {
    hasFrame: document.querySelector('header a') !== null,
    isFailed: buttons.some(({ textContent }) => /try again|reload/i.test(textContent)),
    isEmpty: !document.body.innerText.trim(),
  };
};

async function watch(page: Page, path: string): Promise<Pick<Outcome, 'frame' | 'end' | 'after'>> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  let frame: number | undefined;
  for (;;) {
    const { hasFrame, isFailed, isEmpty } = await page.evaluate(stateOf);
    if (hasFrame) frame ??= seconds();
    if ((await page.evaluate(shownAt, marksOf(path))) > 0)
      return { frame, end: 'its data', after: seconds() };
    if (isFailed) return { frame, end: 'a failure with a way to try again', after: seconds() };
    if (seconds() > LIMIT) return { frame, end: isEmpty ? 'nothing' : 'a loading state', after: seconds() };
    // Reads the page again soon, without taking its processor time.
    await page.waitForTimeout(50);
  }
}

/** Opens `path` while the files of `slice` are affected. The page may be one that the slice is a part of, or another. */
export async function breakSlice(
  browser: Browser,
  { name, origin, server }: { name: string; origin: string; server: ContenderServer },
  isAffected: (path: string) => boolean,
  { fault, path, pictures }: { fault: Fault; path: string; pictures?: string | undefined },
): Promise<Outcome> {
  server.fail(fault, isAffected);
  const page = await openPage(browser, 'fast', undefined);
  try {
    await page.goto(origin + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading');
    const seen = await watch(page, path);
    const picture = pictureOf(pictures, name, fault, path);
    if (picture !== undefined) await page.screenshot({ path: picture });
    return { contender: name, fault, path, ...seen };
  } finally {
    await page.context().close();
    server.fail(undefined);
  }
}
