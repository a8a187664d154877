/** The JavaScript of each page, in kilobytes as sent; and no code twice. `bench/pages.ts` measures the times. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../support/server';
import { expect, signedInTest, test } from '../../support/test';

/** JavaScript that an open page has loaded, in kB. */
const scriptsOf = (page: Page) =>
  page.evaluate(
    () =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
  );

/**
 * A rise is a decision: raise the number in the same change, with its reason. The administration part of auth-js is in
 * each: it ends sessions on the server. The landing page loads the marketplace's manifest, with its slot for shared
 * conversations and the name of its chunk: 0.2 kB; toasts that move nothing and rows without a hole are 0.4 kB.
 */
const budgets = {
  visitor: { '/': 221, '/marketplace': 232, '/login': 221 },
  user: { '/dashboard': 229, '/agents': 235, '/deployments': 240, '/billing': 232 },
};

for (const [path, budget] of Object.entries(budgets.visitor)) {
  test(`${path} loads at most ${String(budget)} kB of JavaScript`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await scriptsOf(page)).toBeLessThanOrEqual(budget);
  });
}

for (const [path, budget] of Object.entries(budgets.user)) {
  signedInTest(`${path} loads at most ${String(budget)} kB of JavaScript`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await scriptsOf(page)).toBeLessThanOrEqual(budget);
  });
}

test('the first script has one copy of the federation runtime, and no parts of auth-js that nothing uses, and no development build of the router', () => {
  const dist = join(root, 'apps/shell/dist');
  const first = readdirSync(dist).find((name) => /^main\..*\.js$/.test(name)) ?? '';
  const maps = JSON.parse(readFileSync(join(dist, 'source-maps.json'), 'utf8')) as Record<
    string,
    { sources: string[] }
  >;
  const sources = maps[first]?.sources ?? [];
  expect(sources.filter((path) => path.includes('@module-federation/')).length).toBeGreaterThan(10);
  expect(sources.filter((path) => /@module-federation\/.*\.cjs$/.test(path))).toEqual([]);
  expect(sources.filter((path) => /auth-js\/.*(?:webauthn|ethereum)/.test(path))).toEqual([]);
  // Its code is in chunks. Maps name an entry by the path that was asked for.
  const router = sources.filter((path) => /react-router\/dist\/.*\/chunk-/.test(path));
  expect(router).toEqual([expect.stringContaining('/production/')]);
});

test('a release in English contains no code and no file for other languages', () => {
  for (const app of ['shell', 'agents', 'auth', 'billing', 'deployments', 'marketplace']) {
    const dist = join(root, 'apps', app, 'dist');
    expect(JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8'))).not.toHaveProperty('languages');
    const maps = readFileSync(join(dist, 'source-maps.json'), 'utf8');
    expect(maps).not.toMatch(/(?:platform|contracts)\/src\/languages/);
    const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => readFileSync(join(dist, name), 'utf8').includes('slipwayTexts'))).toEqual(
      [],
    );
  }
});
