/**
 * Three slices of one page with a library that they share: two were built with its first major, one with its second. Each
 * runs with its own major, slices of the same major load one copy, and each is deployed and rolled back by itself. `npm test`
 * has the page with both majors.
 */
import { type Candidate, currentComposition, folderStore } from '@slipway/cli';
import type { Page } from '@playwright/test';
import { buildElsewhere } from '../../support/elsewhere';
import { buildWithGauges } from '../../support/exampleSlices';
import { deployLocally } from '../../support/localEnvironment';
import { store } from '../../support/server';
import { expect, nightly, test } from '../../support/test';

test.describe.configure({ mode: 'serial', timeout: 90_000 });

/** The file with the gauge of the slices without a page. */
const gauge = 'src/slots/NearbyGauge.tsx';

let first: Candidate[] = [];
let built: Candidate | undefined;
/** Moorings with the second major. */
const second = async () =>
  (built ??= await buildWithGauges('moorings', 2, 'moorings-next', gauge, (source) =>
    source.replace('value={7}', "reading={{ value: 7, unit: 'free' }}"),
  ));
const ids = ['buoys', 'lighthouse', 'moorings'] as const;

const running = async () => {
  const composition = await currentComposition(folderStore(store), 'local');
  return ids.map((id) => composition?.slices[id]?.version);
};

const release = (candidate: Candidate, reason: string) =>
  deployLocally({
    candidates: [candidate],
    edits: { stable: new Map([[candidate.release.id, candidate.release.version]]) },
    reason,
  });

const rollBack = (id: string, version: string | undefined) =>
  deployLocally({ edits: { stable: new Map([[id, version]]) }, reason: 'roll back' });

/** Opens the page and reads the gauges on it, and which copies of the library it loaded. */
async function gaugesOf(page: Page): Promise<{ texts: string[]; copies: string[] }> {
  const sources: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sources.push(response.text());
  });
  await page.goto('/buoys');
  const gauges = page.getByRole('main').getByRole('button');
  await expect(gauges).toHaveCount(3);
  // A second React has no state for the hook of the library.
  for (const gauge of await gauges.all()) await gauge.click();
  const texts = (await gauges.allTextContents()).sort();
  const copies = (await Promise.all(sources)).flatMap((code) => /gauges \d\.2\.0/.exec(code)?.[0] ?? []);
  page.removeAllListeners('response');
  return { texts, copies: copies.sort() };
}

test.beforeAll(async () => {
  test.setTimeout(120_000); // builds the slices
  first = await Promise.all([
    buildWithGauges('buoys', 1),
    buildWithGauges('lighthouse', 2),
    buildWithGauges('moorings', 1),
  ]);
  await deployLocally({
    candidates: first,
    edits: { stable: new Map(first.map(({ release: { id, version } }) => [id, version])) },
    reason: 'add the harbor',
  });
});
test.afterAll(() =>
  deployLocally({
    edits: { stable: new Map(ids.map((id) => [id, undefined])) },
    reason: 'remove the harbor',
  }),
);

const read = (text: string) => `${text}, read`;
const atFirst = [
  'Buoy: 3, gauges 1.2.0',
  'Lighthouse North: 40 m, gauges 2.2.0',
  'Moorings North: 7, gauges 1.2.0',
].map(read);
const [BUOYS, LIGHTHOUSE, MOORINGS] = [0, 1, 2];

test('a page runs two majors, and slices of the same major load one copy', async ({ page }) => {
  const { texts, copies } = await gaugesOf(page);
  expect(texts).toEqual(atFirst);
  expect(copies).toEqual(['gauges 1.2.0', 'gauges 2.2.0']);
});

nightly('a slice moves to the second major by itself, and rolls back by itself', async ({ page }) => {
  const before = await running();
  const next = await second();
  await release(next, 'moorings with gauges 2');
  expect(await running()).toEqual(before.with(MOORINGS, next.release.version));
  const { texts, copies } = await gaugesOf(page);
  expect(texts).toEqual(atFirst.with(MOORINGS, read('Moorings North: 7 free, gauges 2.2.0')));
  expect(copies, 'the copy of Lighthouse, or its own').toEqual(['gauges 1.2.0', 'gauges 2.2.0']);

  await rollBack('moorings', before[MOORINGS]);
  expect(await running()).toEqual(before);
  expect((await gaugesOf(page)).texts).toEqual(atFirst);
});

for (const [id, index, from, to] of [
  ['buoys', BUOYS, 'value={3}', 'value={4}'],
  ['lighthouse', LIGHTHOUSE, 'value: 40', 'value: 41'],
] as const) {
  nightly(`${id} is deployed and rolled back by itself, with its major`, async ({ page }) => {
    const before = await running();
    const file = id === 'buoys' ? 'src/pages/BuoysPage.tsx' : gauge;
    const next = await buildWithGauges(id, id === 'buoys' ? 1 : 2, `${id}-next`, file, (source) =>
      source.replace(from, to),
    );
    await release(next, 'another value');
    expect(await running()).toEqual(before.with(index, next.release.version));
    const { texts } = await gaugesOf(page);
    expect(texts.filter((text) => !atFirst.includes(text))).toEqual([
      atFirst[index]?.replace(/\d+/, (value) => String(Number(value) + 1)),
    ]);

    await rollBack(id, before[index]);
    expect(await running()).toEqual(before);
    expect((await gaugesOf(page)).texts).toEqual(atFirst);
  });
}

test.describe('a copy that cannot be fetched', () => {
  test.use({ expectedErrors: /Failed to (?:fetch|load resource)|ChunkLoadError|Loading chunk|slice failed/ });

  nightly('fails in its own slice, and the other slice loads its own', async ({ page }) => {
    await release(await second(), 'moorings with gauges 2');
    for (const [broken, other] of [
      ['lighthouse', 'Moorings North: 7 free, gauges 2.2.0'],
      ['moorings', 'Lighthouse North: 40 m, gauges 2.2.0'],
    ] as const) {
      const copies = new RegExp(`/slices/${broken}/.*gauges.*\\.js`);
      await page.route(copies, (route) => route.abort());
      await page.goto('/buoys');
      await expect(page.getByRole('button', { name: other })).toBeVisible();
      await page.unroute(copies);
    }
    await rollBack('moorings', first[MOORINGS]?.release.version);
  });
});

nightly('the gate rejects a build with a second copy of what a page has once', async () => {
  const bundling = await buildWithGauges(
    'moorings',
    1,
    'moorings-bundling',
    gauge,
    (source) =>
      `import { createRoot } from 'react-dom/client';\n${source.replace('value={7}', 'value={createRoot.length}')}`,
  );
  await expect(release(bundling, 'a second React')).rejects.toThrow(
    /moorings contains react-dom (\S+), and a page has one copy, that of the shell \(\1\): import react-dom instead/,
  );
});

for (const tool of ['vite', 'webpack'] as const) {
  test(`${tool} says that it cannot share a library`, async () => {
    await expect(buildElsewhere('buoys', tool)).rejects.toThrow(
      'buoys shares @harbor/gauges, and only @slipway/build builds such a slice',
    );
  });
}
