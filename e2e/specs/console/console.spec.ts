/**
 * The console of a running environment: a newcomer finds the release that broke `/billing`, and rolls it
 * back. One file: its tests share one console and one broken release.
 */
import type { Locator, Page } from '@playwright/test';
import { currentComposition, folderStore } from '@slipway/cli';
import type { Overview } from '@slipway/cli/console';
import { axeFindings } from '@slipway/repo/accessibility/axe.ts';
import { storageOf } from '../../support/accounts';
import { brokenBilling, brokenPlace, buildBrokenBilling } from '../../support/brokenBilling';
import { type DevServer, startServing } from '../../support/devServer';
import { expectNoSidewaysScroll } from '../../support/layoutAssertions';
import { MAX_SHIFT, readShifts, watchShifts } from '../../support/layoutShifts';
import { consolePort, localOrigin, origin, root, store } from '../../support/server';
import { serverResponse } from '../../support/serverResponse';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';
import { isNightly } from '../../support/tier';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
// The console keeps its key in its own storage, which the scan would report.
test.use({ scansForSecrets: false });

const why = ['--reason', 'e2e'];
let served: DevServer;
let good = '';
let broken = '';

const running = async () => {
  const composition = await currentComposition(folderStore(store), 'local');
  return { revision: composition?.revision ?? 0, billing: composition?.slices.billing?.version ?? '' };
};

/**
 * Reports of `views` visits of `/billing`, as their pages send them. The good release has no failures: the server keeps them,
 * and another try of these tests begins with what an earlier one has left.
 */
async function report(views: number, failed: number, frame?: string): Promise<void> {
  const { revision, billing } = await running();
  const shared = { slice: 'billing', version: billing, group: 'stable', route: '/billing' };
  const events = [
    ...Array.from({ length: views }, () => ({ ...shared, kind: 'view' })),
    ...Array.from({ length: failed }, () => ({
      ...{ ...shared, kind: 'failure', first: true, phase: 'render', part: 'page', code: 'TypeError' },
      ...(frame !== undefined && { frame, fingerprint: '0123456789abcdef' }),
    })),
    ...Array.from({ length: views }, () => ({ ...shared, kind: 'vital', name: 'LCP', value: 1800 })),
  ];
  const response = await fetch(`${localOrigin}/health-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ v: 1, environment: 'local', revision, sampled: true, events }),
  });
  expect(response.status).toBe(204);
}

test.beforeAll(async () => {
  test.setTimeout(180_000); // builds a slice and runs the command line several times
  makeWorkspace();
  good = (await running()).billing;
  await report(40, 0);
  await buildBrokenBilling();
  await slipway('deploy', brokenBilling, '--env', 'local', ...['--reason', 'new invoices']);
  broken = (await running()).billing;
  await report(30, 24, brokenPlace());
  served = await startServing(root, 'console', '--port', String(consolePort));
});
test.afterAll(async () => {
  if (broken && (await running()).billing === broken)
    await slipway('rollback', 'billing', '--env', 'local', ...why);
  expect(await served.stop()).toBe(0);
});

/**
 * A newcomer at the keyboard. The seconds are those of the keystroke-level model (Card, Moran, Newell 1980: 0.28 s a key,
 * 1.35 s a decision) and of reading 200 words a minute.
 */
function newcomer(page: Page) {
  let [keys, decisions, words] = [0, 0, 0];
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  return {
    press,
    async read(place: Locator) {
      words += (await place.innerText()).split(/\s+/).length;
    },
    async goTo(target: Locator) {
      await expect(target).toBeEnabled({ timeout: 30_000 });
      decisions += 1;
      const isBefore = await target.evaluate(
        (element) =>
          element.compareDocumentPosition(document.activeElement ?? document.body) ===
          Node.DOCUMENT_POSITION_FOLLOWING,
      );
      for (const end = keys + 150; keys < end; await press(isBefore ? 'Shift+Tab' : 'Tab'))
        if (await target.evaluate((element) => element === document.activeElement)) return;
      throw new Error('150 times Tab did not reach it');
    },
    async type(text: string) {
      await page.keyboard.type(text);
      keys += text.length;
    },
    effort: () => ({ keys, decisions, words, seconds: keys * 0.28 + decisions * 1.35 + (words / 200) * 60 }),
  };
}

test('a newcomer finds the release that broke /billing with the keyboard, and rolls it back within two minutes', async ({
  page,
  browser,
}, { annotations }) => {
  const user = newcomer(page);
  await page.goto(served.address);
  expect(new URL(page.url()).hash).toBe('');
  const problem = page.getByRole('listitem').filter({ hasText: 'billing fails in local' });
  await expect(problem).toContainText(broken.slice(0, 8), { timeout: 20_000 });
  await expect(problem).toContainText('/billing');
  await expect(problem).toContainText(`Release ${good.slice(0, 8)} before it: 0%. Owned by billing-team.`);
  await user.read(problem);
  await user.goTo(problem.getByRole('link', { name: 'Look into it' }));
  await user.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'billing' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Fails most' })).toContainText(broken.slice(0, 8));
  const failures = page.getByRole('region', { name: 'Table: Failures' });
  await expect(failures).toContainText('TypeError');
  await expect(failures).toContainText("throw new TypeError('No plan')", { timeout: 20_000 });
  await user.read(page.getByRole('row').filter({ hasText: 'Fails most' }));
  await user.goTo(page.getByRole('link', { name: 'See why' }).first());
  await user.press('Enter');
  await expect(failures).toBeInViewport({ ratio: 1 });
  await user.read(failures);
  await user.goTo(page.getByRole('button', { name: /^Show the source at .*BillingPage\.tsx:\d+$/ }).first());
  await user.press('Enter');
  const source = page.getByRole('dialog', { name: 'Source of TypeError' });
  await expect(source.getByRole('region', { name: /BillingPage.tsx$/ })).toContainText(
    "throw new TypeError('No plan')",
  );
  await user.read(source);
  await user.press('Escape');
  const deployed = page.getByRole('region', { name: 'Table: Changes of billing' }).getByRole('row').nth(1);
  await expect(deployed).toContainText('new invoices');
  await user.read(deployed);

  await user.goTo(page.getByRole('button', { name: 'Roll back' }));
  await user.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Roll back billing' });
  await expect(
    dialog.getByText(`billing ${broken.slice(0, 8)} → ${good.slice(0, 8)}`, { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Roll back to' })).toContainText(
    new RegExp(`^Revision \\d+: billing ${good.slice(0, 8)}, until .+ ago`),
  );
  await expect(dialog.getByRole('button', { name: 'Roll back' })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await user.type('the page of invoices is empty');
  const { revision } = await running();
  await expect(dialog.getByRole('region', { name: 'The same command' })).toContainText(
    `npx slipway rollback billing --env local --to ${String(revision - 1)} --reason 'the page of invoices is empty'`,
  );
  await user.read(dialog);
  await user.goTo(dialog.getByRole('button', { name: 'Roll back' }));
  await user.press('Enter');
  const done = `billing runs ${good.slice(0, 8)} again in local, revision ${String(revision + 1)}`;
  await expect(page.getByText(done)).toBeVisible();
  const effort = user.effort();
  annotations.push({ type: 'effort', description: JSON.stringify(effort) });
  expect(effort.decisions).toBeLessThanOrEqual(6);
  expect(effort.seconds, JSON.stringify(effort)).toBeLessThan(120);
  expect((await running()).billing).toBe(good);
  // The views of this release are from before: nothing proves yet that it works.
  await expect(page.getByText(`Release ${good.slice(0, 8)} started`)).toBeVisible();
  await expect(
    page.getByText(
      /No views since then: the figures are from before|Views since then are counted from the next full minute/,
    ),
  ).toBeVisible();
  const releases = page.getByRole('region', { name: 'Table: Releases in this period' });
  await expect(releases.getByRole('row').filter({ hasText: 'Runs now' })).toContainText(good.slice(0, 8));

  const visitor = await browser.newContext({ storageState: await storageOf() });
  const again = await visitor.newPage();
  await again.goto(`${origin}/billing`);
  await expect(again.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await visitor.close();
});

test('says that health is loading, and moves nothing when it is there', async ({ page }) => {
  await report(1, 0);
  await watchShifts(page);
  let answer: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/health?*', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto(served.address);
  await expect(page.getByText('Loading health')).toBeVisible();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'billing' }) });
  await expect(row).toBeVisible();
  answer();
  await expect(page.getByText('Loading health')).toBeHidden();
  await expect(row).toContainText(/views?/);
  const { sum, sources } = await readShifts(page);
  expect(sum, sources.join('\n')).toBeLessThan(MAX_SHIFT);
});

/** Milliseconds until the server responds, by route: the parts of a page come in this order. */
const slowly: Readonly<Record<string, number>> = { slices: 300, health: 900, proposals: 1500, explain: 900 };

test.describe('with a made-up canary', () => {
  // The real environment has none: the server cannot preview its next step.
  test.use({ expectedErrors: /409/ });

  nightly(
    'the page of a slice moves nothing while its parts load slowly, and when a canary starts and ends',
    async ({ page }) => {
      await watchShifts(page);
      let hasCanary = true;
      const canary = { app: 'billing', version: broken, percent: 5 };
      const action = { kind: 'canary', environment: 'local', slice: 'billing', percent: 25 };
      const steps = [
        'failed visits 0.2%, stable 0.2%',
        'LCP 1.9 s, stable 1.9 s',
        '212 of 200 canary visits',
      ];
      const proposal = { ...canary, slice: 'billing', action, reasons: steps, reason: 'passed' };
      await page.route('**/api/**', async (route) => {
        const [, name = ''] = /\/api\/(\w+)/.exec(route.request().url()) ?? [];
        await new Promise((resolve) => setTimeout(resolve, slowly[name] ?? 0));
        if (name === 'proposals') return route.fulfill({ json: [proposal] });
        if (name !== 'overview') return route.continue();
        const response = await serverResponse(route);
        const { environments, ...overview } = (await response.json()) as Overview;
        const part = { kind: 'canary', ...canary, isDrift: false, fallback: null };
        const changed = environments.map((one) =>
          one.environment === 'local'
            ? { ...one, hasCanarySteps: true, parts: [...one.parts, ...(hasCanary ? [part] : [])] }
            : one,
        );
        return route.fulfill({ response, json: { ...overview, environments: changed } });
      });
      await page.goto(served.address);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.goto(`${served.origin}/slices/billing?environment=local`);
      const proposed = page.getByRole('heading', { name: /^Proposed: give it to 25%/ });
      await expect(proposed).toBeVisible({ timeout: 30_000 }); // a sixth of the speed of a busy machine
      await expect(page.getByText("throw new TypeError('No plan')").first()).toBeVisible({ timeout: 20_000 });
      const loaded = await readShifts(page);
      expect(loaded.sum, `loading: ${loaded.sources.join('\n')}`).toBeLessThan(MAX_SHIFT);
      for (const runs of [false, true]) {
        hasCanary = runs;
        // The page reads what runs every 15 seconds, and when the user returns to it, if that is five seconds old.
        const state = page.getByText(runs ? /is a canary: 5%/ : /^No canary runs/);
        await expect(async () => {
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
          await expect(state).toBeVisible({ timeout: 1_000 });
        }).toPass({ timeout: 25_000 });
      }
      await expect(proposed).toBeVisible();
      const { sum, sources } = await readShifts(page);
      expect(sum, `a canary: ${sources.join('\n')}`).toBeLessThan(MAX_SHIFT);
    },
  );
});

test('a page opens at its start, after one that was scrolled', async ({ page }) => {
  await page.goto(served.address);
  await page.goto(`${served.origin}/slices/billing?environment=local`);
  await page.getByRole('heading', { name: 'Published releases' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('table', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

const pages = [
  { path: '/', ready: (page: Page) => page.getByRole('table', { name: 'Overview' }) },
  { path: '/?typed=nothing-has-this-name', ready: (page: Page) => page.getByText('No slice matches') },
  {
    path: '/slices/billing?environment=local',
    ready: (page: Page) => page.getByRole('figure', { name: /Failed views, by release/ }),
  },
  { path: '/slices/no-such-slice', ready: (page: Page) => page.getByText('There is no slice no-such-slice') },
  {
    path: '/history?environment=local',
    ready: (page: Page) => page.getByRole('table', { name: 'Table: History of local' }),
  },
  { path: '/packages', ready: (page: Page) => page.getByRole('table', { name: 'react' }) },
  {
    path: '/no-such-page',
    ready: (page: Page) => page.getByRole('heading', { name: 'There is no such page' }),
  },
];

/** `npm test` has the wide view of the overview, of a slice and of a dialog. */
for (const [width, colorScheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  const run = width === 1280 ? test : nightly;
  run(
    `has no axe findings and no sideways scroll at ${String(width)} pixels, ${colorScheme}`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(served.address);
      for (const { path, ready } of pages.filter((_, index) => isNightly || [0, 2].includes(index))) {
        await page.goto(served.origin + path);
        await expect(ready(page).first()).toBeVisible();
        expect(await axeFindings(page), path).toEqual([]);
        await expectNoSidewaysScroll(page, path);
      }
      await page.goto(`${served.origin}/slices/billing?environment=local`);
      const line = await page.getByText("throw new TypeError('No plan')").first().boundingBox();
      expect((line?.x ?? Infinity) + (line?.width ?? 0), 'the source line, without scrolling').toBeLessThan(
        width,
      );
      await page.getByRole('button', { name: 'Roll back' }).click();
      await expect(page.getByText(/^Replaces revision/)).toBeVisible();
      expect(await axeFindings(page), 'the dialog').toEqual([]);
    },
  );
}

nightly('works with only the keyboard', async ({ page }) => {
  await page.goto(served.address);
  await expect(page.getByRole('table', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const filter = page.getByRole('searchbox');
  await filter.focus();
  await page.keyboard.type('/billing');
  await expect(page.getByText(/^Showing 1 of/)).toBeVisible();
  const link = page.getByRole('row').getByRole('link', { name: 'billing' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // Another test may have made an environment on this server, which has nothing to roll back.
  const environment = page.getByRole('combobox', { name: 'Environment' });
  await environment.focus();
  await page.keyboard.type('local');
  await expect(environment).toHaveValue('local');
  const open = page.getByRole('button', { name: 'Roll back' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(open).toBeFocused();
});

test.describe('without the key of the session', () => {
  test.use({ expectedErrors: /401/ });

  test('shows how to get it, and nothing else', async ({ page }) => {
    await page.goto(served.origin);
    await expect(page.getByRole('alert')).toContainText('Open the address that slipway console printed');
  });
});
