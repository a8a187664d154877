/**
 * Only files that the composition lists can run; a slice that fails affects its own region only. One file: all tests alter
 * responses of the same composition.
 */
import type { Page } from '@playwright/test';
import { currentComposition, folderStore } from '@slipway/cli';
import { store as storeFolder } from '../../support/server';
import { serverResponse } from '../../support/serverResponse';
import { expect, nightly, test } from '../../support/test';
import { cellsOf } from '../../support/tier';

test.use({
  expectedErrors:
    /slice failed|This document requires|TrustedTypePolicy named 'evil'|integrity|404|Failed to load resource|Failed to fetch|Federation Runtime|RUNTIME-/i,
});

/** The files of the page, in loading order. */
const kinds = ['the container', 'the page'];

async function fileOf(kind: string): Promise<string> {
  const composition = await currentComposition(folderStore(storeFolder), 'local');
  return composition?.slices.marketplace?.preload['/marketplace']?.[kinds.indexOf(kind)] ?? '';
}

async function expectOnlyThisRegionToFail(page: Page, words: RegExp): Promise<void> {
  await page.goto('/marketplace');
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load “Marketplace”' });
  await expect(failure).toContainText(words, { timeout: 10_000 });
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible();
  // Another slice works in the same document.
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
}

// The others are in integrity.spec.ts, which alters each kind of file of other slices.
for (const kind of cellsOf(kinds, 'the container')) {
  test(`never runs a tampered file: ${kind}`, async ({ page }) => {
    const name = await fileOf(kind);
    // On its way to the browser: the local server does not send a file that was altered in its store. In the last working
    // release too, which another spec of this worker may have left.
    const anyRelease = name.replace(/\.[0-9a-f]{16}\.js$/, '.*.js');
    await page.route(`**/slices/marketplace/**/${anyRelease}`, async (route) => {
      const response = await serverResponse(route);
      await route.fulfill({ response, body: `${await response.text()}\nwindow.tampered = true;` });
    });
    await expectOnlyThisRegionToFail(page, /do not match the release/);
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  });
}

test('takes nothing from an altered rest of the composition, and its links load documents', async ({
  page,
}) => {
  await page.route('**/slices/_rest/**', async (route) => {
    const response = await serverResponse(route);
    const body = (await response.text()).replaceAll('/slices/auth/', '/slices/evil/');
    await route.fulfill({ response, body });
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/slices/evil/')) foreign.push(request.url());
  });
  const warned = page.waitForEvent('console', (message) => message.text().includes('/slices/_rest/'));
  await page.goto('/marketplace');
  await warned;
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  // Its document has the slice.
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(false);
  expect(foreign).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' }); // the second document fetches the rest too
});

test('a missing slice fails in its region, is logged once with its owner, and loads with "Try again"', async ({
  page,
}) => {
  const records: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('slice failed')) records.push(message.text());
  });
  await page.route('**/slices/marketplace/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/marketplace');
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load “Marketplace”' });
  await expect(failure).toContainText('couldn’t fetch', { timeout: 10_000 });
  expect(records).toHaveLength(1);
  expect(JSON.parse(records[0]?.replace('slice failed ', '') ?? '')).toMatchObject({
    slice: 'marketplace',
    owner: 'marketplace-team',
    phase: 'load',
    code: 'slice_unreachable',
    version: expect.stringMatching(/^[0-9a-f]{16}$/),
    reason: expect.stringContaining('404'),
  });
  await page.unroute('**/slices/marketplace/**');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
});

test('HTML in place of a script fails in its region', async ({ page }) => {
  await page.route('**/slices/marketplace/**/*.js', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in to the proxy' }),
  );
  await expectOnlyThisRegionToFail(page, /do not match the release/);
});

nightly('a failed slot leaves the rest of its page', async ({ page }) => {
  await page.route('**/slices/marketplace/**', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load “Featured AI Agents”' })).toBeVisible(
    { timeout: 10_000 },
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Deploy AI Agents in Seconds' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Agents' })).toBeVisible();
});

test(
  'runs no script from elsewhere, inline or injected as a string',
  { tag: ['@SES-82'] },
  async ({ page }) => {
    await page.goto('/');
    const outcome = await page.evaluate(async () => {
      const violations: string[] = [];
      const reported = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          violations.push(event.effectiveDirective);
          resolve();
        });
      });
      const attempts: Record<string, string> = {};
      const attempt = (name: string, act: () => void) => {
        try {
          act();
          attempts[name] = 'no error';
        } catch (error) {
          attempts[name] = error instanceof Error ? error.name : String(error);
        }
      };
      attempt('innerHTML', () => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.evil=1">';
      });
      attempt('script.src', () => {
        document.createElement('script').src = 'https://evil.example/x.js';
      });
      attempt('string timer', () => {
        setTimeout('window.evil = 1');
      });
      attempt('policy', () => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): unknown };
        };
        trustedTypes.createPolicy('evil', {});
      });
      attempt('onclick', () => {
        document.createElement('a').setAttribute('onclick', 'window.evil=1');
      });
      attempt('inline', () => {
        const script = document.createElement('script');
        script.append('window.evil = 1');
        document.body.append(script);
      });
      await reported;
      return { attempts, violations, evil: 'evil' in window };
    });
    expect(outcome.evil).toBe(false);
    expect(outcome.attempts).toMatchObject({
      innerHTML: 'TypeError',
      'script.src': 'AppError', // by the loader's fence; the browser would reject it too
      policy: 'TypeError',
    });
    expect(outcome.attempts['string timer']).toBe('TypeError');
    expect(outcome.violations).toContain('require-trusted-types-for');
    // The page still loads the scripts of other slices.
    await page.getByRole('link', { name: 'Browse Agents' }).click();
    await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
  },
);
