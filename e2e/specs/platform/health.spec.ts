/** The collector records failures of a page by slice, version, route and phase, and nothing about its visitor. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentComposition, folderStore } from '@slipway/cli';
import { httpHealthSource } from '@slipway/health';
import { deployNotes } from '../../support/fixtureSlice';
import { home, localOrigin, store } from '../../support/server';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, test } from '../../support/test';

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: /of ada@example\.org/ });

/** `attempt` makes another release, so that a repeated test does not count the records of the first attempt. */
const breakButton = (attempt: number) => (source: string) =>
  source.replace(
    'setWriting(true);',
    `throw new TypeError('The card of ada@example.org was refused ${String(attempt)}');`,
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
    // Web Vitals are watched when the page is idle.
    const watched = page.waitForResponse(/health_timings/);
    await page.goto('/notes?email=ada@example.org');
    const button = page.getByRole('button', { name: 'Write a note' });
    await button.click();
    await button.click();
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
    await (await watched).finished();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
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
