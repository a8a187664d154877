/**
 * Publishing, deploying and reading the history: checks come first, the pointer moves last, and no update is lost.
 * One file, because these are the steps of one operation on one workspace.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { publish } from '../release/publish';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import type { DeployRequest } from './deployRequest';
import { currentComposition, history } from './read';

const MARKET = sliceRelease().version;

let place: WorkspaceWithStore;

beforeEach(async () => {
  place = await openWorkspace();
});
afterEach(async () => {
  await place.close();
});

/** A deploy after which only these releases run. */
async function request(
  slices: readonly SliceRelease[] = [sliceRelease()],
  overrides: Partial<DeployRequest> = {},
  shell: ShellRelease = shellRelease(),
): Promise<DeployRequest> {
  const candidates = await Promise.all(
    [shell, ...slices].map(async (release) => builtRelease(await place.build(release))),
  );
  return {
    workspace: place.workspace,
    environment: place.workspace.environment('staging'),
    store: place.store,
    candidates,
    edits: {
      base: {
        stable: new Map(candidates.map(({ release }) => [release.id, release.version])),
        canaries: new Map(),
      },
    },
    author: 'Ada',
    reason: 'a test',
    ...overrides,
  };
}

const text = async (key: string) => (await place.store.get(key))?.toString() ?? '';

describe('publish', () => {
  it('writes every file with its compressed copies, and sends nothing the second time', async () => {
    const candidate = await builtRelease(await place.build(sliceRelease()));
    expect(await publish(place.store, candidate)).toBe(true);
    expect(await publish(place.store, candidate)).toBe(false);
    expect((await place.store.list(`releases/market/${MARKET}`)).sort()).toEqual([
      ...['mf-manifest.json', 'mf-manifest.json.br', 'mf-manifest.json.gz'],
      ...['page.js', 'page.js.br', 'page.js.gz'],
      'release.json',
      ...['remoteEntry.js', 'remoteEntry.js.br', 'remoteEntry.js.gz'],
      ...['slot.js', 'slot.js.br', 'slot.js.gz'],
    ]);
  });

  it('rejects a file that was changed after the build, and writes nothing', async () => {
    const dist = await place.build(sliceRelease());
    await writeFile(join(dist, 'page.js'), 'altered');
    await expect(publish(place.store, await builtRelease(dist))).rejects.toThrow(
      /page\.js was changed after the build/,
    );
    expect(await place.store.list('releases')).toEqual([]);
  });

  it('rejects other files under a published version', async () => {
    const candidate = await builtRelease(await place.build(sliceRelease()));
    await publish(place.store, candidate);
    const files = { ...candidate.release.files };
    delete files['slot.js'];
    const other = { ...candidate, release: { ...candidate.release, files } };
    await expect(publish(place.store, other)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('sends only the missing files after an interruption', async () => {
    const candidate = await builtRelease(await place.build(sliceRelease()));
    const created: string[] = [];
    let remaining = 3;
    const interrupted: Store = {
      ...place.store,
      async create(key, bytes) {
        if (remaining === 0) throw new Error('the network failed');
        remaining -= 1;
        await place.store.create(key, bytes);
      },
    };
    await expect(publish(interrupted, candidate)).rejects.toThrow('the network failed');
    await vi.waitFor(async () => {
      expect((await place.store.sizes('releases')).size).toBe(3);
    });
    const existing = await place.store.sizes('releases');
    await publish(
      { ...place.store, create: (key, bytes) => (created.push(key), place.store.create(key, bytes)) },
      candidate,
    );
    expect(created.filter((key) => existing.has(key))).toEqual([]);
    expect((await place.store.sizes('releases')).size).toBe(13);
  });

  it('reports its progress', async () => {
    const steps: string[] = [];
    await publish(place.store, await builtRelease(await place.build(sliceRelease())), ({ done, total }) => {
      steps.push(`${String(done)}/${String(total)}`);
    });
    expect(steps).toEqual(['1/4', '2/4', '3/4', '4/4']);
  });
});

describe('deploy', () => {
  it('writes one document per route, with the composition inlined and the files preloaded', async () => {
    const { composition } = await deploy(await request());
    const base = revisionBase('staging', composition.revision);
    const home = await text(`${base}index.html`);
    const market = await text(`${base}market.html`);
    expect(home).toContain('Home &#38; &#60;more&#62; · Slipway');
    expect(home).toContain(`/slices/market/${MARKET}/slot.js`);
    expect(home).not.toContain(`market/${MARKET}/page.js"`);
    expect(market).toContain(`as="script" href="/slices/market/${MARKET}/page.js" integrity="sha384-`);
    expect(market).toContain(`as="fetch" href="/slices/market/${MARKET}/mf-manifest.json" crossorigin`);
    expect(await place.store.get(`${base}404.html`)).toBeDefined();
    expect(
      (await place.store.list(base.slice(0, -1))).filter((name) => name.startsWith('404')).sort(),
    ).toEqual(['404.html', '404.html.br', '404.html.gz']);
  });

  it('keeps the author and the reason out of documents', async () => {
    const { composition } = await deploy(
      await request(undefined, { reason: '</script><script>a secret plan' }),
    );
    const base = revisionBase('staging', composition.revision);
    expect(await text(`${base}index.html`)).not.toMatch(/Ada|secret plan/);
    expect(await text(`${base}composition.json`)).not.toMatch(/Ada|secret plan/);
    expect(await text(`${base}record.json`)).toContain('secret plan');
  });

  it('escapes a title that contains a script element', async () => {
    const route = { path: '/market', title: '</script><script>alert(1)</script>', access: 'public' as const };
    const { composition } = await deploy(await request([sliceRelease({ routes: [route] })]));
    expect(await text(`${revisionBase('staging', composition.revision)}index.html`)).not.toContain(
      '</script><script>alert',
    );
  });

  it('writes nothing when nothing differs', async () => {
    const first = await deploy(await request());
    const again = await deploy(await request(undefined, { reason: 'again' }));
    expect(again).toMatchObject({ isWritten: false, composition: first.composition });
  });

  it('plans the changes of a dry run, and writes nothing', async () => {
    const planned = await deploy(await request(undefined, { isDryRun: true }));
    expect(planned.record.changes).toHaveLength(2);
    expect([...(await place.store.list('releases')), ...(await place.store.list('environments'))]).toEqual(
      [],
    );
  });

  it('takes the next number after an interrupted deploy', async () => {
    await place.store.create(`${revisionBase('staging', 1)}composition.json`, Buffer.from('{"half":'));
    const { composition } = await deploy(await request(undefined, { claimTimeout: 0 }));
    expect(composition.revision).toBe(2);
    expect(await currentComposition(place.store, 'staging')).toEqual(composition);
  });

  it.each([
    [
      'a contract that the shell does not support',
      [sliceRelease({ contract: 2 })],
      /is built for contract 2, and this shell supports 1/,
    ],
    [
      'a shared package that is too old',
      [sliceRelease({ requires: { react: '^20.0.0' } })],
      /needs react \^20\.0\.0, and the shell has 19\.3\.1/,
    ],
    [
      'a package that the shell does not share',
      [sliceRelease({ requires: { vue: '^3.0.0' } })],
      /needs vue \^3\.0\.0, which the shell does not share/,
    ],
    [
      'two owners of a route',
      [sliceRelease(), sliceRelease({ id: 'rival', slots: [] })],
      /market and rival both claim the route \/market/,
    ],
    [
      'two fillers of a slot',
      [sliceRelease(), sliceRelease({ id: 'rival', routes: [] })],
      /both claim the slot landing\.featured/,
    ],
    [
      'a slot version that the page does not show',
      [sliceRelease({ slots: [{ name: 'landing.featured', version: 2 }] })],
      /fills version 2 of the slot landing\.featured, and the page shows version 1/,
    ],
  ])('rejects %s, and writes nothing', async (_what, slices, message) => {
    await expect(deploy(await request(slices))).rejects.toThrow(message);
    expect([...(await place.store.list('releases')), ...(await place.store.list('environments'))]).toEqual(
      [],
    );
  });

  it('reports every reason at once', async () => {
    const slices = [sliceRelease({ contract: 2, requires: { vue: '^3.0.0' } })];
    const wrong = await request(slices);
    const candidates = (wrong.candidates ?? []).map((candidate) => ({
      ...candidate,
      read: (path: string) =>
        path === 'page.js' ? Promise.resolve(Buffer.from('new Worker("w.js")')) : candidate.read(path),
    }));
    await expect(deploy({ ...wrong, candidates })).rejects.toThrow(
      /contract 2[^]*vue[^]*market: page\.js starts a worker/,
    );
  });
});

describe('history', () => {
  it('lists the revisions that were live, with the changes of each', async () => {
    await deploy(await request([]));
    await place.store.create(
      `${revisionBase('staging', 2)}composition.json`,
      Buffer.from('an interrupted deploy'),
    );
    await deploy(await request(undefined, { claimTimeout: 0 }));
    const lines = [];
    for await (const { composition, record } of history(place.store, 'staging')) {
      lines.push([composition.revision, record.previous, record.changes.map(({ app }) => app)]);
    }
    expect(lines).toEqual([
      [3, 1, ['market']],
      [1, 0, ['shell']],
    ]);
  });
});
