/** One visit of a page: opens it with a profile, and reads its figures. */
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { countBytes, CPU_SLOWDOWN, network } from '../slowPages';

export type Profile = 'slow' | 'fast';
export type Figures = Record<string, number>;

export async function openPage(
  browser: Browser,
  profile: Profile,
  storageState: BrowserContextOptions['storageState'],
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState });
  const page = await context.newPage();
  // tsx adds calls of this helper to functions that run in the page, also to those of the federation plugin.
  await page.addInitScript('globalThis.__name = (value) => value');
  if (profile === 'slow') {
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', network);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  }
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

/** Runs in the page: the time when its data is there, else 0. */
const hasData = () => {
  const marks: Record<string, string> = {
    ...{ '/': 'article', '/marketplace': 'article' },
    ...{ '/login': 'input[type=password]', '/signup': 'input[type=password]' },
  };
  const isThere = document.querySelector(marks[location.pathname] ?? 'h1') && document.querySelector('h1');
  return isThere && !document.querySelector('[aria-busy="true"]') ? performance.now() : 0;
};

async function cpuTimes(client: CDPSession): Promise<Figures> {
  const { metrics } = await client.send('Performance.getMetrics');
  const valueOf = (name: string) => 1_000 * (metrics.find((each) => each.name === name)?.value ?? Number.NaN);
  return {
    'main thread, ms': valueOf('TaskDuration'),
    'script, ms': valueOf('ScriptDuration'),
  };
}

export async function visit(page: Page, address: string): Promise<Figures> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const weight = await countBytes(page);
  await page.goto(address);
  const data = await page.waitForFunction(hasData);
  await page.waitForLoadState('networkidle');
  const cpu = await cpuTimes(client);
  const figures = await page.evaluate(read);
  return { ...figures, 'data, ms': await data.jsonValue(), ...cpu, 'all bytes, kB': weight() };
}

/** Milliseconds from the press of the link to `/login`, whose slice is not loaded, to its form. */
export async function follow(page: Page, hover: number): Promise<number> {
  const link = page.locator('header a[href^="/login"], a[href^="/login"]').first();
  if (hover > 0) {
    await link.hover();
    await page.waitForTimeout(hover);
  }
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = () => {
          if (document.querySelector('input[type=password]')) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        [...document.querySelectorAll('a')].find(({ pathname }) => pathname === '/login')?.click();
        look();
      }),
  );
}
