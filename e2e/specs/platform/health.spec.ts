/** The collector records failures of a page by slice, version, route and phase, and nothing about its visitor. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentComposition, folderStore } from '@slipway/cli';
import { httpHealthSource } from '@slipway/health';
import { healthReports } from '../../support/healthReports';
import { deployNotes } from '../../support/fixtureSlice';
import { home, localOrigin, store } from '../../support/server';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: /of ada@example\.org/ });

interface Vitals {
  webVitals: Record<string, ((keep: (vital: { name: string; value: number }) => void) => void) | undefined>;
  expectedVitals: Record<string, number>;
}
const closeTo = (value = Number.NaN) => expect.closeTo(value, 2) as unknown;

/** `attempt` makes another release, so that a repeated test does not count the records of the first attempt. */
const breakButton = (attempt: number) => (source: string) =>
  source.replace(
    'setWriting(true);',
    `throw new TypeError('The card of ada@example.org was rejected ${String(attempt)}');`,
  );

/** Records of the collector about a version of the slice. */
const records = (version: string | undefined) => {
  const source = httpHealthSource(localOrigin, readFileSync(join(home, 'health-key'), 'utf8').trim());
  const query = {
    environment: 'local',
    slice: 'notes',
    from: new Date(Date.now() - 3_600_000),
    to: new Date(Date.now() + 60_000),
  };
  const isOf = (record: { version: string }) => record.version === version;
  return {
    minutes: async () => (await source.minutes(query)).filter(isOf),
    failures: async () => (await source.failures(query)).filter(isOf),
  };
};

test('an error in a handler becomes a record of its slice, version, route and phase', async ({ page }, {
  retry,
}) => {
  makeWorkspace();
  const remove = await deployNotes(breakButton(retry));
  const version = (await currentComposition(folderStore(store), 'local'))?.slices.notes?.version;
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/health-events')) bodies.push(request.postData() ?? '');
  });
  try {
    await page.goto('/notes?email=ada@example.org');
    const button = page.getByRole('button', { name: 'Write a note' });
    await button.click();
    await button.click();
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
    await page.goto('about:blank');

    await expect
      .poll(() => records(version).failures(), { timeout: 20_000 })
      .toMatchObject([
        { slice: 'notes', version, route: '/notes', phase: 'event', code: 'TypeError', count: 2 },
      ]);
    const [failure] = await records(version).failures();
    const frame = failure?.frame ?? '';
    expect(frame).toMatch(/^src_pages_NotesPage.*\.js:\d+:\d+$/);
    const { data } = await slipway('explain', `notes@${version ?? ''}`, frame, '--env', 'local');
    expect(data).toMatchObject({ file: expect.stringMatching(/src\/pages\/NotesPage\.tsx$/) as unknown });
    expect(JSON.stringify(data)).toContain('throw new TypeError');
    for (const file of ['source-maps.json', `${frame.replace(/:.*$/, '')}.map`]) {
      const response = await page.request.get(`/slices/notes/${version ?? ''}/${file}`);
      expect([file, response.status()]).toEqual([file, 404]);
    }
    const minutes = (await records(version).minutes()).filter((minute) => minute.route === '/notes');
    const sum = (
      field: 'views' | 'visits' | 'errorVisits' | 'errorViews' | 'errors' | 'failedViews' | 'lcpCount',
    ) => minutes.reduce((total, minute) => total + minute[field], 0);
    expect(minutes[0]).toMatchObject({ slice: 'notes', version, group: 'stable' });
    expect([sum('views'), sum('errorViews'), sum('errors'), sum('failedViews')]).toEqual([1, 1, 2, 0]);
    expect([sum('visits'), sum('errorVisits')]).toEqual([1, 1]);
    expect(sum('lcpCount')).toBe(1);
    expect(bodies.join()).not.toMatch(/ada@|card|\?/i);
  } finally {
    await remove();
  }
});

test('LCP, INP and CLS are those of the library web-vitals', async ({ page }) => {
  const reports = await healthReports(page);
  const library = new URL('web-vitals.iife.js', import.meta.resolve('web-vitals'));
  await page.addInitScript({ content: `${readFileSync(library, 'utf8')};globalThis.webVitals=webVitals` });
  await page.addInitScript(() => {
    const { webVitals, expectedVitals } = Object.assign(globalThis as unknown as Vitals, {
      expectedVitals: {} as Record<string, number>,
    });
    const keep = ({ name, value }: { name: string; value: number }) => (expectedVitals[name] = value);
    for (const watch of ['onLCP', 'onINP', 'onCLS']) webVitals[watch]?.(keep);
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(async () => {
    // Two shifts before any input, and a click that takes a while.
    for (const height of [40, 80]) {
      document.body.style.paddingTop = `${String(height)}px`;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    document.querySelector('h1')?.addEventListener('click', () => {
      const until = performance.now() + 120;
      while (performance.now() < until);
    });
  });
  await page.getByRole('heading', { level: 1 }).click();
  // Its entry exists after the next frame, and the library reads it when the browser is idle.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('click').length > 0) requestIdleCallback(resolve);
        }).observe({ type: 'event', buffered: true });
      }),
  );
  const expected = await page.evaluate(() => {
    Object.defineProperties(document, {
      visibilityState: { value: 'hidden' },
      hidden: { value: true },
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    return (globalThis as unknown as Vitals).expectedVitals;
  });
  const vitals = (await reports()).filter(({ kind }) => kind === 'vital');
  expect(expected['CLS']).toBeGreaterThan(0);
  expect(expected['INP']).toBeGreaterThan(100);
  expect(vitals.map(({ name }) => name).toSorted()).toEqual(['CLS', 'INP', 'LCP']);
  for (const { name = '', value } of vitals) expect([name, value]).toEqual([name, closeTo(expected[name])]);
});
