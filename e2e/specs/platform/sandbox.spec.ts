/**
 * A slice of a team that is not trusted, in a frame of another origin: deployed and removed separately, it talks to its page,
 * and reaches nothing of the app. A hostile one achieves nothing. One file: all tests share one environment.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  type Candidate,
  currentComposition,
  currentRevision,
  findWorkspace,
  folderStore,
} from '@slipway/cli';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { chromiumPath, testFlags } from '@slipway/repo/bootstrap/chromium.mjs';
import { buildCurrents, currentsDist } from '../../support/currents';
import { type EnvironmentServer, serveEnvironment } from '../../support/environmentServer';
import { healthReports } from '../../support/healthReports';
import { deployTo } from '../../support/localEnvironment';
import { home, origin, port, publishableKey, root, store } from '../../support/server';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { demo, storageOf } from '../../support/accounts';
import { expect, nightly, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.use({
  expectedErrors:
    /404: no page|no tide|Content Security Policy|violates|Failed to (?:fetch|load resource)|slice failed|sandbox|Unsafe attempt|ERR_|Blocked/,
  // As in Chrome: Chromium's build without windows would put the frame into the page's process.
  launchOptions: { executablePath: chromiumPath(), args: [...testFlags, '--site-per-process'] },
});

const name = 'harbor';
const frames = `http://localhost:${String(port + 2)}`;
const sandbox = { origin: frames, slices: ['currents'] };
const file = () => ({
  ...findWorkspace(root, { SLIPWAY_HOME: home }).environment('local'),
  name,
  address: `http://127.0.0.1:${String(port + 1)}`,
  backend: { url: '/', publishableKey: publishableKey() },
});

let environment: EnvironmentServer;
let frameServer: EnvironmentServer;
let currents: Candidate;

const hostile = readFileSync(join(root, 'e2e/fixtures/currents/src/hostile.ts'), 'utf8');

const run = async (candidate: Candidate | undefined, settings: object = { sandbox }) => {
  const { shell, slices } = (await currentComposition(folderStore(store), 'local')) ?? {};
  const running = Object.entries(slices ?? {})
    .filter(([id]) => ['marketplace', 'auth'].includes(id))
    .map(([id, { version }]) => [id, version] as const);
  await deployTo(file(), {
    candidates: candidate ? [candidate] : [],
    edits: {
      stable: new Map<string, string | undefined>([
        ['shell', shell?.version],
        ...running,
        ['currents', candidate?.release.version],
      ]),
    },
    reason: 'currents',
    settings: {
      thirdParties: { currents: { connect: ['https://buoys.example'] } },
      config: { currents: { unit: 'knots per hour' } },
      flags: { currents: { forecast: true } },
      timeLimits: { page: 4_000 },
      ...settings,
    },
  });
};

const open = async (page: Page, path = '/currents') => {
  await page.goto(environment.origin + path);
  return page.frameLocator('iframe[title^="Current"]');
};

/** Records the text of each toast: it is on screen for four seconds, and a busy machine may look later. */
async function recordToasts(page: Page): Promise<string[]> {
  const texts: string[] = [];
  await page.exposeFunction('recordToast', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const { recordToast } = window as unknown as { recordToast: (text: string) => void };
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element && node.matches('[data-toast]'))
          recordToast(node.querySelector('[aria-live]')?.textContent ?? '');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return texts;
}

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds a slice and deploys it
  makeWorkspace();
  currents = await buildCurrents('good');
  environment = await serveEnvironment(name, port + 1);
  frameServer = await serveEnvironment(name, port + 2, frames);
});
test.afterAll(async () => {
  await environment.close();
  await frameServer.close();
});

test('conforms, and an environment that does not allow it rejects the deploy and writes nothing', async () => {
  expect((await slipway('conform', currentsDist('good'))).data).toMatchObject({ id: 'currents' });
  const published = () => folderStore(store).list('releases/currents');
  // A retry finds what the group left, so the state is compared with the one before.
  const before = [await currentRevision(folderStore(store), name), await published()];
  await expect(run(currents, {})).rejects.toThrow(
    'currents runs in a sandbox, which harbor does not allow: slipway env set harbor sandbox',
  );
  expect([await currentRevision(folderStore(store), name), await published()]).toEqual(before);
});

test('shows its page, with the theme, the language, the configuration and the flags of the environment', async ({
  page,
}) => {
  await run(currents);
  const frame = await open(page);
  await expect(frame.getByRole('heading', { name: 'Currents in knots per hour' })).toBeVisible();
  await expect(frame.getByText('Theme: light, language: en')).toBeVisible();
  await expect(frame.getByText('Forecast: falling')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(frame.getByText('Theme: dark, language: en')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Currents' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-forms');
  if (isNightly) expect(await axeFindings(page)).toEqual([]);
});

test('asks its page for another page, a title, a toast, an event and more height', async ({ page }) => {
  const frame = await open(page);
  await frame.getByRole('button', { name: 'Rename' }).click();
  await expect(page).toHaveTitle('Spring tide · Slipway');
  await frame.getByRole('button', { name: 'Notify' }).click();
  await expect(page.getByText('Currents: <b>High</b> water')).toBeVisible();
  await frame.getByRole('button', { name: 'Read' }).click();
  await expect(frame.getByText('Heard of pier')).toBeVisible();
  const box = page.locator('iframe');
  const before = (await box.boundingBox())?.height ?? 0;
  await frame.getByRole('button', { name: 'More' }).click();
  await expect.poll(async () => (await box.boundingBox())?.height ?? 0).toBeGreaterThan(before + 1_000);
  await frame.getByText('Row 30', { exact: true }).hover();
  const top = () => page.evaluate(() => window.scrollY);
  const scrolled = await top();
  await page.mouse.wheel(0, -200);
  await expect.poll(top, 'the wheel scrolls the page').toBeLessThan(scrolled);

  await frame.getByRole('button', { name: 'Open the pier' }).click();
  await expect(page).toHaveURL(/\/currents\/pier\?depth=3$/);
  await expect(frame.getByText('At the pier ?depth=3')).toBeVisible();
  await page.goBack();
  await expect(frame.getByRole('button', { name: 'Rename' })).toBeVisible();
  await expect(page).toHaveTitle('Currents · Slipway');
  await page.goForward();
  await expect(frame.getByText('At the pier ?depth=3')).toBeVisible();
  await frame.getByRole('button', { name: 'Open the bay' }).click();
  await expect(page).toHaveURL(/\/currents\/bay$/);
  await expect(frame.getByText('At the bay')).toBeVisible();
  await page.goBack();
  await expect(frame.getByText('At the pier ?depth=3')).toBeVisible();
  await page.goBack();
  // The frame of the other page is gone: a press there has no effect.
  await expect(page).toHaveTitle('Currents · Slipway');
  await expect(frame.getByRole('button', { name: 'Rename' })).toBeVisible();
  await frame.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

nightly('is reached and left with the Tab key', async ({ page }) => {
  const frame = await open(page);
  await frame.getByRole('button', { name: 'Open the pier' }).focus();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await frame.getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), 'the focus leaves the frame')
    .not.toBe('IFRAME');
  await page.keyboard.press('Shift+Tab');
  await expect(frame.getByRole('button', { name: 'More' })).toBeFocused();
});

test('reaches nothing of the app, with a signed-in user', async ({ browser }) => {
  const state = await storageOf();
  const context = await browser.newContext({
    storageState: { ...state, origins: state.origins.map((one) => ({ ...one, origin: environment.origin })) },
  });
  const page = await context.newPage();
  const frame = await open(page);
  expect(await page.evaluate(() => window.localStorage.length), 'there is a session').toBeGreaterThan(0);
  await expect(frame.getByRole('listitem')).toHaveText([
    'the page: SecurityError',
    'the address of the page: SecurityError',
    'local storage: SecurityError',
    'session storage: SecurityError',
    'cookies: SecurityError',
    'databases: SecurityError',
    'the backend: TypeError',
    'its own origin: TypeError',
  ]);
  await context.close();
});

test('its document has no origin, also as a page, and its origin serves nothing else', async ({ page }) => {
  await open(page);
  const address = (await page.locator('iframe').getAttribute('src')) ?? '';
  expect(address).toMatch(new RegExp(`^${frames}/slices/currents/[0-9a-f]{16}/frame\\.[0-9a-f]{16}\\.html$`));
  const response = await fetch(address);
  expect(response.headers.get('content-security-policy')).toBe(
    `sandbox allow-scripts allow-forms; frame-ancestors ${environment.origin}`,
  );
  expect(await response.text()).toContain("default-src 'none'; script-src 'sha384-");
  for (const path of ['/', '/login', '/slipway.json', '/rest/v1/agents', '/slices/x/frame.html']) {
    const { status } = await fetch(frames + path, { redirect: 'manual' });
    if (!path.startsWith('/rest')) expect(status, path).toBe(404);
  }
  const own = await fetch(address.replace(frames, environment.origin));
  expect(own.headers.get('content-security-policy'), 'on the origin of the app it runs nothing').toContain(
    "sandbox; default-src 'none'",
  );
  await page.goto(address);
  expect(await page.evaluate(() => window.origin)).toBe('null');

  const policy = async (of: string) => (await fetch(`${of}/login`)).headers.get('content-security-policy');
  expect(await policy(environment.origin)).toContain(`frame-src ${frames};`);
  expect(await policy(environment.origin)).not.toContain('buoys');
  expect(await policy(origin), 'the product (SES-70, BILL-26)').not.toContain('frame-src');
});

nightly('pages without it load nothing of the bridge', async ({ page }) => {
  const bridge = (text: string) => text.includes('The frame sends too many messages');
  const texts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      void response.text().then(
        (text) => texts.push(text),
        () => undefined,
      );
  });
  await page.goto(`${environment.origin}/marketplace`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.some(bridge)).toBe(false);
  await open(page);
  await expect.poll(() => texts.some(bridge)).toBe(true);
});

test('a hostile frame achieves nothing', async ({ page, browser }) => {
  await run(await buildCurrents('hostile', () => hostile));
  const toasts = await recordToasts(page);
  const frame = await open(page);
  await expect(frame.getByText('attacked')).toBeVisible();
  await expect(frame.getByText('popup: null')).toBeVisible();
  await expect(frame.getByText('top: SecurityError')).toBeVisible();
  // Another window cannot speak for the frame.
  await page.evaluate(() => {
    window.postMessage({ slipway: 'frame', protocol: 1 }, '*');
  });
  await expect
    .poll(() => toasts.toSorted())
    .toEqual([expect.stringMatching(/^Currents: <img src=x/), ...['Currents: Flood 0', 'Currents: Flood 1']]);
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
  await expect(page).toHaveURL(`${environment.origin}/currents`);
  expect(await page.title()).toMatch(/^<img src=x .{1,60} · Slipway$/);
  await expect
    .poll(async () => (await page.locator('iframe').boundingBox())?.height)
    .toBeLessThanOrEqual(20_000);
  expect(page.context().pages()).toHaveLength(1);

  // In a browser where it was never on screen: one that was is replaced at its second crash.
  const context = await browser.newContext();
  const flooded = await open(await context.newPage(), '/currents?flood');
  await expect(flooded.getByRole('button', { name: 'Rename' }), 'the earlier release').toBeVisible();
  await context.close();
});

test('the sign-in page does not choose another release for a frame that names one in its redirect', async ({
  page,
}) => {
  const release =
    (await currentComposition(folderStore(store), 'local'))?.slices['marketplace']?.version ?? '';
  const target = `/marketplace?category=x&slice=marketplace@${release}`;
  const to = `/login?${new URLSearchParams({ redirect: target }).toString()}`;
  const leading = await buildCurrents('leading', (source) =>
    source.replace(
      /startFrame\([^]*/,
      `startFrame(manifest, {
        '/currents': (root, frame) => {
          const button = document.createElement('button');
          button.textContent = 'Lead';
          button.addEventListener('click', () => { frame.navigate(${JSON.stringify(to)}); });
          root.append(button);
        },
        '/currents/:spot': showSpot,
      });
      void showCurrents;`,
    ),
  );
  await run(leading, { sandbox, allowOverrides: true });
  const frame = await open(page);
  await frame.getByRole('button', { name: 'Lead' }).click();
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/marketplace?*');
  expect(new URL(page.url()).search).toBe('?category=x');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('complementary', { name: 'Overridden releases' })).toHaveCount(0);
});

nightly('a slow frame shows a message until it is there', async ({ page }) => {
  await run(currents, { sandbox, timeLimits: { page: 30_000 } });
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route(`${frames}/**`, async (route) => {
    await held;
    await route.continue();
  });
  const frame = await open(page);
  await expect(page.getByText(/Currents is still loading/).first()).toBeAttached();
  go();
  await expect(frame.getByRole('button', { name: 'Rename' })).toBeVisible();
});

for (const [what, code, phase] of [
  ['crashes', 'throw new Error("no tide");', 'evaluate'],
  ['hangs', 'return new Promise<void>(() => undefined);', 'hang'],
] as const) {
  // In `npm test`, the hostile frame falls back, and the endless loop below has a record.
  nightly(`a frame that ${what} falls back to the earlier release, with one record`, async ({ page }) => {
    const records: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('slice failed')) records.push(message.text());
    });
    await run(currents);
    const broken = await buildCurrents(`that-${what}`, (source) =>
      source.replace(
        /startFrame\([^]*/,
        `startFrame(manifest, { '/currents': () => { ${code} }, '/currents/:spot': showSpot });\nvoid showCurrents;`,
      ),
    );
    await run(broken);
    const frame = await open(page);
    await expect(frame.getByRole('button', { name: 'Rename' })).toBeVisible({ timeout: 30_000 });
    expect(records).toHaveLength(1);
    expect(JSON.parse(records[0]?.replace('slice failed ', '') ?? '')).toMatchObject({
      ...{ slice: 'currents', version: broken.release.version, owner: 'currents-team', phase, part: 'page' },
    });
  });
}

nightly('a dead frame shows the message of its region, and another try brings it back', async ({ page }) => {
  await run(undefined);
  await run(currents);
  await page.route(`${frames}/**`, (route) => route.abort());
  const frame = await open(page);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Currents');
  await page.unroute(`${frames}/**`);
  await again.click();
  await expect(frame.getByRole('button', { name: 'Rename' })).toBeVisible();
});

/**
 * A page with buttons of which one throws and one never returns, a moment after the click: shortly before the page asks, which
 * it does every five seconds, because a loop keeps a core busy.
 */
let built: Candidate | undefined;
const buildTroubled = async () =>
  (built ??= await buildCurrents('troubled', (source) =>
    source.replace(
      /startFrame\([^]*/,
      `const press = (root: HTMLElement, text: string, action: () => void) => {
        const button = document.createElement('button');
        button.textContent = text;
        button.addEventListener('click', action);
        root.append(button);
      };
      startFrame(manifest, {
        '/currents': (root, frame) => {
          press(root, 'Break', () => { throw new RangeError('no tide of ada@example.org'); });
          press(root, 'Rename', () => { frame.setTitle('Spring tide'); });
          press(root, 'Loop', () => setTimeout(() => { for (;;); }, 3_000));
        },
        '/currents/:spot': showSpot,
      });
      void showCurrents;`,
    ),
  ));

nightly(
  'an error of a page on screen is in the health record of its release, and the page continues',
  async ({ page }) => {
    const troubled = await buildTroubled();
    await run(undefined); // no earlier release
    await run(troubled);
    const reports = await healthReports(page);
    const frame = await open(page);
    await frame.getByRole('button', { name: 'Break' }).click();
    await frame.getByRole('button', { name: 'Rename' }).click();
    await expect(page).toHaveTitle('Spring tide · Slipway');
    const events = await reports();
    expect(events.filter(({ kind }) => kind === 'error')).toEqual([
      expect.objectContaining({
        ...{ slice: 'currents', version: troubled.release.version, route: '/currents' },
        ...{ phase: 'event', code: 'RangeError', first: true },
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain('ada@');
  },
);

test('an endless loop of a frame leaves the app usable, and its region offers another try', async ({
  page,
}) => {
  await run(undefined);
  await run(await buildTroubled());
  const records: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('slice failed')) records.push(message.text());
  });
  const frame = await open(page);
  await frame.getByRole('button', { name: 'Loop' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });
  expect(JSON.parse(records[0]?.replace('slice failed ', '') ?? '')).toMatchObject({
    ...{ slice: 'currents', phase: 'hang', part: 'page' },
  });
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The browser ends the frame's process with its document.
  await expect((await open(page)).getByRole('button', { name: 'Loop' })).toBeVisible({ timeout: 20_000 });
});

nightly('is deployed and rolled back by itself', async ({ page }) => {
  const versions = async () => {
    const { slices = {} } = (await currentComposition(folderStore(store), name)) ?? {};
    return Object.fromEntries(Object.entries(slices).map(([id, { version }]) => [id, version]));
  };
  await run(currents);
  const before = await versions();
  const next = await buildCurrents('next', (source) =>
    source.replace(
      "'/currents': showCurrents",
      "'/currents': (root) => { root.textContent = `Next ${showCurrents.length}`; }",
    ),
  );
  await run(next);
  expect(await versions()).toEqual({ ...before, currents: next.release.version });
  const frame = await open(page);
  await expect(frame.getByText('Next 2')).toBeVisible();

  await run(currents);
  expect(await versions()).toEqual(before);
  await open(page);
  await expect(frame.getByRole('button', { name: 'Rename' })).toBeVisible();
});

nightly('is removed by itself', async ({ page }) => {
  await run(undefined);
  await page.goto(`${environment.origin}/currents`);
  await expect(page.getByRole('heading', { level: 1, name: /not found/i })).toBeVisible();
  const response = await fetch(`${environment.origin}/login`);
  expect(response.headers.get('content-security-policy')).not.toContain('frame-src');
});
