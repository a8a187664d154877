/** `slipway conform`: a finding for each rule that a build breaks, in one run, and its exit code. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SliceRelease } from '@slipway/contracts';
import { sliceFiles, sliceRelease, writeBuild } from '../testing/releases';
import { testWorkspace, type TestWorkspace } from '../testing/workspace';
import { integrityOf } from '../release/integrity';

let folder: string;
let place: TestWorkspace;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-conform-'));
  place = testWorkspace('store');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  place.remove();
});

const container = JSON.stringify({ exposes: [{ path: './slice' }] });
const files = { ...sliceFiles, 'mf-manifest.json': container };
const releaseWith = (contents: Record<string, string>, overrides: Partial<SliceRelease> = {}) =>
  sliceRelease({
    files: Object.fromEntries(
      Object.entries(contents).map(([path, text]) => [
        path,
        { size: Buffer.byteLength(text), integrity: integrityOf(Buffer.from(text)) },
      ]),
    ),
    ...overrides,
  });
const conform = async (contents: Record<string, string>, overrides?: Partial<SliceRelease>) => {
  await writeBuild(folder, releaseWith(contents, overrides), contents);
  return place.slipway('conform', folder);
};

it('passes a build that keeps the contract, and lists what it asks for', async () => {
  const thirdParties = { connect: ['https://api.example.com'] };
  const { code, out } = await conform(files, { thirdParties });
  expect(code).toBe(0);
  expect(out).toContain('market');
  expect(out).toMatch(/integrity +passed/);
  expect(out).toContain('It asks for https://api.example.com (connect)');
});

it('names every rule that a build breaks, and exits with 5', async () => {
  const bad = {
    ...files,
    'mf-manifest.json': JSON.stringify({ exposes: [{ path: './other' }] }),
    'page.js': 'new Worker("x.js")',
  };
  const route = { title: 'Market', access: 'public' as const };
  const { code, error } = await conform(bad, {
    routes: [
      { ...route, path: '/market' },
      { ...route, path: '/stalls' },
    ],
    preload: { '/market': ['gone.js'], 'landing.featured': ['slot.js'] },
  });
  expect(code).toBe(5);
  for (const line of [
    'contract: preload of /market names gone.js, which files does not list',
    'contract: preload has no files for /stalls',
    'contract: mf-manifest.json exposes ./other: expose src/slice as "./slice"',
    'integrity: market: page.js starts a worker',
    'failure states: two routes have the title "Market"',
  ]) {
    expect(error).toContain(line);
  }
});

it('rejects an altered file and a page over the budget', async () => {
  await conform(files);
  writeFileSync(join(folder, 'page.js'), 'PAGE');
  expect((await place.slipway('conform', folder)).error).toContain('page.js in');
  const random = Array.from({ length: 4_000 }, (_, index) => Math.sin(index).toString(36)).join('');
  const large = { ...files, 'page.js': `// ${random}` };
  await writeBuild(folder, releaseWith(large), large);
  expect((await place.slipway('conform', folder, '--budget', '10')).error).toContain('budget: /market loads');
});

it('warns of code that the policy blocks', async () => {
  const { code, out } = await conform({ ...files, 'page.js': 'box.innerHTML = text; new Function("x")' });
  expect(code).toBe(0);
  expect(out).toContain('Warning: policy: page.js writes HTML from text');
  expect(out).toContain('Warning: policy: page.js evaluates text as code');
});

it('conforms a sandboxed slice without a container, and says what it needs', async () => {
  const own = { 'frame.js': 'document.title = "Market"' };
  const sandboxed = {
    isolation: 'sandbox' as const,
    slots: [],
    entry: 'frame.js',
    preload: {},
  } satisfies Partial<SliceRelease>;
  const { code, out } = await conform(own, sandboxed);
  expect([code, out]).toEqual([0, expect.stringMatching(/\/market +1 kB compressed/)]);
  expect(out).toContain('It runs in a sandbox: each environment has to allow it');
  const two = await conform({ ...own, 'chunk.js': '' }, { ...sandboxed, caches: ['market'] });
  expect(two.code).toBe(5);
  expect(two.error).toContain('integrity: market: has the scripts frame.js, chunk.js');
  expect(two.error).toContain('a sandboxed slice has only its own pages: remove caches');
});
