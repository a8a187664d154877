/** The app in an unchanged Firefox, by WebDriver BiDi: Playwright drives only its own build of Firefox. At night. */
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { firefoxPath } from '@slipway/repo/bootstrap/firefox.mjs';
import { demo } from '../../support/accounts';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { stagingPort } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let server: EnvironmentServer;
let browser: Browser;
let page: Page;
/** Uncaught errors and what the console shows as an error. */
let errors: string[] = [];

test.beforeEach(async () => {
  server = await serveEnvironment('local', stagingPort);
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath() });
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    errors.push(message.text());
  });
});
test.afterEach(async () => {
  await browser.close();
  await server.close();
});

/** Firefox reports the requests of the page before, which it ends, as errors. */
async function open(path: string): Promise<void> {
  await page.waitForNetworkIdle();
  await page.goto(server.origin + path);
}

const text = () => page.evaluate(() => document.body.innerText);
const shows = (words: string) => expect.poll(text, { timeout: 30_000 }).toContain(words);

async function signIn(): Promise<void> {
  await open('/login');
  await page.locator('input[name=email]').fill(demo.email);
  await page.locator('input[name=password]').fill(demo.password);
  await page.keyboard.press('Enter');
  await shows('Recent Activity');
}

/** Texts of the demo's data, by page. */
const pages = {
  '/marketplace': 'Showing 6 of 6 agents',
  '/agents': 'Onboarding Guide',
  '/deployments': 'weekly-insights',
  '/billing': 'Manage subscription',
  '/dashboard': 'Messages from other users',
};

nightly('every page shows its data in Firefox, loaded and by its link, without an error (23)', async () => {
  await open('/');
  await shows('Featured AI Agents');
  await signIn();
  for (const [path, words] of Object.entries(pages)) {
    await open(path);
    await shows(words);
  }
  for (const [path, words] of Object.entries(pages)) {
    const link = await page.$(`header a[href="${path}"]`);
    if (!link) continue; // The links of a header differ by page.
    await link.click();
    await shows(words);
  }
  expect(errors).toEqual([]);
});

nightly('Firefox opens visited pages without a network (23)', async () => {
  await signIn();
  await open('/marketplace');
  await shows(pages['/marketplace']);
  /** Whether the worker keeps the page of the slice. */
  const isKept = () =>
    page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
      return requests.some(({ url }) => /\/marketplace\/.*samples/i.test(url));
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);

  await server.close();
  await open('/marketplace');
  await shows('Sample agents');
  expect(await text()).toContain('Showing 6 of 6 agents');
  server = await serveEnvironment('local', stagingPort);
});
