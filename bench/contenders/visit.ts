/** One visit of a page: opens it with a profile, and reads its figures. */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countBytes, CPU_SLOWDOWN, network } from '../slowPages';
import { dataWatcher, type Shown } from './marks';

/** `4g` has 150 ms and 1.6 Mbit/s, `cpu` a fourth of the CPU, `phone` both. */
export const profiles = {
  fast: { isSlow: false, rate: 1 },
  '4g': { isSlow: true, rate: 1 },
  cpu: { isSlow: false, rate: CPU_SLOWDOWN },
  phone: { isSlow: true, rate: CPU_SLOWDOWN },
} as const;
export type Profile = keyof typeof profiles;
export type Figures = Record<string, number>;

export async function openPage(
  browser: Browser,
  profile: Profile,
  storageState: BrowserContextOptions['storageState'],
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState });
  return openTab(context, profile);
}

/** Another page of a context, with its cache and storage. */
export async function openTab(context: BrowserContext, profile: Profile): Promise<Page> {
  const page = await context.newPage();
  // tsx adds calls of this helper to functions that run in the page, also to those of the federation plugin.
  await page.addInitScript('globalThis.__name = (value) => value');
  const { isSlow, rate } = profiles[profile];
  const client = await context.newCDPSession(page);
  if (isSlow) {
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', network);
  }
  if (rate > 1) await client.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

/** Runs in the page. A round is a wave of requests that starts after the first response of the wave before. */
const read = async () => {
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        resolve(list.getEntries());
      });
      observer.observe({ type, buffered: true });
      setTimeout(resolve, 200, []);
    });
  const files = ['navigation', 'resource']
    .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
    .filter(({ name, responseEnd }) => responseEnd > 0 && !/health-events|slipway-worker|favicon/.test(name))
    .sort((a, b) => a.startTime - b.startTime);
  let rounds = 0;
  let firstResponse = 0;
  for (const { startTime, responseEnd } of files) {
    if (startTime >= firstResponse) {
      rounds += 1;
      firstResponse = responseEnd;
    } else firstResponse = Math.min(firstResponse, responseEnd);
  }
  const first = (await entriesOf('paint')).find(({ name }) => name === 'first-contentful-paint');
  const fcp = first?.startTime ?? Number.NaN;
  const paints = await entriesOf('largest-contentful-paint');
  const tasks = await entriesOf('longtask');
  const shifts = (await entriesOf('layout-shift')) as (PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
  })[];
  const blocked = tasks.filter(({ startTime }) => startTime >= fcp).map(({ duration }) => duration - 50);
  const scripts = files.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  return {
    'LCP, ms': paints.at(-1)?.startTime ?? Number.NaN,
    'FCP, ms': fcp,
    'TBT, ms': blocked.reduce((sum, duration) => sum + duration, 0),
    CLS: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
    'JavaScript, kB': scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
    requests: files.length,
    rounds,
  };
};

async function cpuTimes(client: CDPSession): Promise<Figures> {
  const { metrics } = await client.send('Performance.getMetrics');
  const valueOf = (name: string) => 1_000 * (metrics.find((each) => each.name === name)?.value ?? Number.NaN);
  return {
    'main thread, ms': valueOf('TaskDuration'),
    'script, ms': valueOf('ScriptDuration'),
    'style and layout, ms': valueOf('RecalcStyleDuration') + valueOf('LayoutDuration'),
  };
}

/** Runs in the page. */
const framesShown = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 200)));
  });

/** Milliseconds. */
const LIMIT = 60_000;

/** Opens `path` until its data is there. `picture` is a file for a screenshot. @throws when the data does not come */
export async function visit(page: Page, origin: string, path: string, picture?: string): Promise<Figures> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const weight = await countBytes(page);
  await page.addInitScript(dataWatcher(path));
  await page.goto(origin + path);
  const data = await Promise.race([
    page.evaluate(() => (globalThis as Shown).shown),
    sleep(LIMIT, undefined, { ref: false }),
  ]);
  if (data === undefined) {
    const text = await page.evaluate(() => document.body.innerText);
    throw new Error(`${page.url()} does not show the data of ${path}, but: ${text}`);
  }
  await page.waitForLoadState('networkidle');
  // The network may have been idle before: the paint of the data has an entry when its frame is on screen.
  await page.evaluate(framesShown);
  const cpu = await cpuTimes(client);
  const figures = await page.evaluate(read);
  const { pathname } = new URL(page.url());
  if (pathname !== path) throw new Error(`${origin}${path} led to ${pathname}`);
  if (picture !== undefined) await page.screenshot({ path: picture });
  return { ...figures, 'data, ms': data, ...cpu, 'all bytes, kB': weight() };
}

/** The file of a screenshot in `folder`, if there is one. */
export const pictureOf = (folder: string | undefined, ...names: string[]): string | undefined =>
  folder && join(folder, `${names.join('-').replaceAll('/', '_')}.png`);

type Watched = typeof globalThis & { untilForm: Promise<number> };

/** Runs in the page: watches for the time from the next click to the form. */
const watchForm = () => {
  (globalThis as Watched).untilForm = new Promise<number>((resolve) => {
    let pressed = 0;
    window.addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
    const look = () => {
      if (pressed > 0 && document.querySelector('input[type=password]')) resolve(performance.now() - pressed);
      else requestAnimationFrame(look);
    };
    look();
  });
};

/** Runs in the page: the longest interaction, from the press to the next frame. One of less than 16 ms has no entry. */
const longestInteraction = () =>
  new Promise<number>((resolve) => {
    let longest = 16;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    setTimeout(() => {
      resolve(longest);
    }, 1_000);
  });

/** From the press of the link to `/login`, whose slice is not loaded, to its form; and the INP of that press. */
export async function follow(page: Page, hover: number): Promise<{ form: number; inp: number }> {
  // Our document shows its page before the app has started: a press while the app takes over would hit no link.
  await page.waitForFunction(() => document.documentElement.dataset['prerendered'] !== 'shown', undefined, {
    timeout: LIMIT,
  });
  const link = page.locator('header a[href^="/login"]').first();
  // The press starts where the pointer is: without a wait, its hover starts nothing in time.
  const box = await link.boundingBox();
  if (!box) throw new Error('The page has no link to /login');
  // Awaited: on a slow CPU, the press would come before an evaluation that was sent earlier.
  await page.evaluate(watchForm);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  // How long the pointer rests on the link is what the bench varies. It waits for nothing.
  if (hover > 0) await sleep(hover);
  await page.mouse.down();
  await page.mouse.up();
  const form = page.evaluate(() => (globalThis as Watched).untilForm);
  const time = await Promise.race([form, sleep(LIMIT, undefined, { ref: false })]);
  if (time === undefined) {
    const seen = await page.evaluate(
      ([x, y]) =>
        `${document.elementFromPoint(x, y)?.outerHTML.slice(0, 200) ?? 'nothing'} under the pointer; the page: ${document.body.innerText.slice(0, 300)}`,
      [box.x + box.width / 2, box.y + box.height / 2] as const,
    );
    throw new Error(`The link to /login did not open its form at ${page.url()}: ${seen}`);
  }
  return { form: time, inp: await page.evaluate(longestInteraction) };
}
