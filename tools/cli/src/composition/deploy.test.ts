/**
 * A deploy is whole or nothing: checked first, the pointer moved last, no update lost.
 * One piece: publishing, deploying and the history are one path, over one store and one workspace.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { publish } from '../release/publish';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { type StoreForTest, storeKinds } from '../testing/stores';
import { testWorkspace, type TestWorkspace } from '../testing/workspace';
import { deploy, type DeployRequest } from './deploy';
import { currentComposition, history, readComposition } from './read';

let opened: StoreForTest;
let store: Store;
let place: TestWorkspace;

beforeEach(async () => {
  const [, open] = storeKinds[0] ?? [];
  if (!open) throw new Error('The first kind of store is a folder');
  opened = await open();
  store = opened.store;
  place = testWorkspace(opened.address);
});
afterEach(async () => {
  place.remove();
  await opened.close();
});

/** A deploy of these releases, and of nothing else. */
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
    store,
    candidates,
    change: () => new Map(candidates.map(({ release }) => [release.id, release.version])),
    author: 'Ada',
    reason: 'a test',
    ...overrides,
  };
}

const text = async (key: string) => (await store.get(key))?.toString() ?? '';

describe('publish', () => {
  it('puts every file under the version with its copies, and sends nothing the second time', async () => {
    const candidate = await builtRelease(await place.build(sliceRelease()));
    expect(await publish(store, candidate)).toBe(true);
    expect(await publish(store, candidate)).toBe(false);
    expect((await store.list('slices/market/00000000000000b1')).sort()).toEqual([
      ...['mf-manifest.json', 'mf-manifest.json.br', 'mf-manifest.json.gz'],
      ...['page.js', 'page.js.br', 'page.js.gz'],
      'release.json',
      ...['remoteEntry.js', 'remoteEntry.js.br', 'remoteEntry.js.gz'],
      ...['slot.js', 'slot.js.br', 'slot.js.gz'],
    ]);
  });

  it('refuses a file that was changed after the build, and writes nothing', async () => {
    const dist = await place.build(sliceRelease());
    await writeFile(join(dist, 'page.js'), 'altered');
    await expect(publish(store, await builtRelease(dist))).rejects.toThrow(
      /page\.js was changed after the build/,
    );
    expect(await store.list('slices')).toEqual([]);
  });

  it('refuses another release under a version that exists', async () => {
    const candidate = await builtRelease(await place.build(sliceRelease()));
    await publish(store, candidate);
    const files = { ...candidate.release.files };
    delete files['slot.js'];
    const other = { ...candidate, release: { ...candidate.release, files } };
    await expect(publish(store, other)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('goes on where a cut left it: only what is missing is sent', async () => {
    const candidate = await builtRelease(await place.build(sliceRelease()));
    const created: string[] = [];
    let left = 3;
    const cut: Store = {
      ...store,
      async create(key, bytes) {
        if (left === 0) throw new Error('the network is gone');
        left -= 1;
        await store.create(key, bytes);
      },
    };
    await expect(publish(cut, candidate)).rejects.toThrow('the network is gone');
    await vi.waitFor(async () => {
      expect((await store.sizes('slices')).size).toBe(3);
    });
    const there = await store.sizes('slices');
    await publish(
      { ...store, create: (key, bytes) => (created.push(key), store.create(key, bytes)) },
      candidate,
    );
    expect(created.filter((key) => there.has(key))).toEqual([]);
    expect((await store.sizes('slices')).size).toBe(13);
  });

  it('says how far it is', async () => {
    const steps: string[] = [];
    await publish(store, await builtRelease(await place.build(sliceRelease())), ({ done, total }) => {
      steps.push(`${String(done)}/${String(total)}`);
    });
    expect(steps).toEqual(['1/4', '2/4', '3/4', '4/4']);
  });
});

describe('deploy', () => {
  it('writes a document a route with the composition inlined and its needs preloaded', async () => {
    const { composition } = await deploy(await request());
    const base = revisionBase('staging', composition.revision);
    const home = await text(`${base}index.html`);
    const market = await text(`${base}market.html`);
    expect(home).toContain('Home &#38; &#60;more&#62; · Slipway');
    expect(home).toContain('/slices/market/00000000000000b1/slot.js');
    expect(home).not.toContain('market/00000000000000b1/page.js"');
    expect(market).toContain('as="script" href="/slices/market/00000000000000b1/page.js" integrity="sha384-');
    expect(market).toContain(
      'as="fetch" href="/slices/market/00000000000000b1/mf-manifest.json" crossorigin',
    );
    expect(await store.get(`${base}404.html`)).toBeDefined();
    expect((await store.list(base.slice(0, -1))).filter((name) => name.startsWith('404')).sort()).toEqual([
      '404.html',
      '404.html.br',
      '404.html.gz',
    ]);
  });

  it('tells no browser who made it and why', async () => {
    const { composition } = await deploy(
      await request(undefined, { reason: '</script><script>a secret plan' }),
    );
    const base = revisionBase('staging', composition.revision);
    expect(await text(`${base}index.html`)).not.toMatch(/Ada|secret plan/);
    expect(await text(`${base}composition.json`)).not.toMatch(/Ada|secret plan/);
    expect(await text(`${base}record.json`)).toContain('secret plan');
  });

  it('cannot be ended early by what a manifest says', async () => {
    const route = { path: '/market', title: '</script><script>alert(1)</script>', access: 'public' as const };
    const { composition } = await deploy(await request([sliceRelease({ routes: [route] })]));
    expect(await text(`${revisionBase('staging', composition.revision)}index.html`)).not.toContain(
      '</script><script>alert',
    );
  });

  it('changes nothing when nothing differs', async () => {
    const first = await deploy(await request());
    const again = await deploy(await request(undefined, { reason: 'again' }));
    expect(again).toMatchObject({ isWritten: false, composition: first.composition });
  });

  it('a dry run says what would change, and writes nothing', async () => {
    const planned = await deploy(await request(undefined, { isDryRun: true }));
    expect(planned.record.changes).toHaveLength(2);
    expect([...(await store.list('slices')), ...(await store.list('environments'))]).toEqual([]);
  });

  it('goes on after a deploy that was cut before its pointer moved', async () => {
    await store.create(`${revisionBase('staging', 1)}composition.json`, Buffer.from('{"half":'));
    const { composition } = await deploy(await request());
    expect(composition.revision).toBe(2);
    expect(await currentComposition(store, 'staging')).toEqual(composition);
  });

  it('refuses the second of two who change the same slice, and says who was first', async () => {
    await deploy(await request());
    const requests: DeployRequest[] = [];
    for (const author of ['Bea', 'Cid']) {
      const release = sliceRelease({ version: `00000000000000c${String(requests.length)}` });
      const change = (now: ReadonlyMap<string, string>) => new Map([...now, ['market', release.version]]);
      const candidate = { ...(await builtRelease(await place.build(sliceRelease()))), release };
      requests.push({ ...(await request()), candidates: [candidate], change, author });
    }
    const both = await Promise.allSettled(requests.map(deploy));
    const refused = both.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^(?:Bea|Cid) has just changed market in staging \(revision 2\)/,
      ) as string,
    });
  });

  it.each([
    [
      'a contract the shell does not host',
      [sliceRelease({ contract: 2 })],
      /speaks contract 2, this shell hosts 1/,
    ],
    [
      'a shared package that is too old',
      [sliceRelease({ requires: { react: '^20.0.0' } })],
      /needs react \^20\.0\.0, the shell carries 19\.3\.1/,
    ],
    [
      'a package nobody shares',
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
      'a slot in a version the page does not speak',
      [sliceRelease({ slots: [{ name: 'landing.featured', version: 2 }] })],
      /in version 2, its page shows version 1/,
    ],
  ])('refuses %s, and writes nothing', async (_what, slices, words) => {
    await expect(deploy(await request(slices))).rejects.toThrow(words);
    expect([...(await store.list('slices')), ...(await store.list('environments'))]).toEqual([]);
  });

  it('asks the backend for a migration only about what is new: nobody else waits for a backend that is down', async () => {
    const server = createServer((_request, response) => response.end('"20261122000200"'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const backend = { url: `http://127.0.0.1:${String(port)}`, key: 'sb_publishable_x' };
    const needing = sliceRelease({ id: 'needing', routes: [], slots: [], migration: '20261122000200' });
    await deploy(await request([sliceRelease(), needing], { backend }));
    await new Promise((resolve) => server.close(resolve));

    const newer = sliceRelease({ version: '00000000000000c1' });
    expect(await deploy(await request([newer, needing], { backend }))).toMatchObject({ isWritten: true });
    const changed = { ...needing, version: '00000000000000c2' };
    await expect(deploy(await request([newer, changed], { backend }))).rejects.toThrow(/cannot be reached/);
    const elsewhere = { ...backend, url: 'http://127.0.0.1:9' };
    await expect(deploy(await request([newer, needing], { backend: elsewhere }))).rejects.toThrow(
      /127\.0\.0\.1:9 cannot be reached/,
    );
    const rollbackTo = await readComposition(store, 'staging', 1);
    const back = await request([sliceRelease(), changed], { backend, rollbackTo });
    expect(await deploy(back)).toMatchObject({ isWritten: true });
  });

  it('says every reason at once', async () => {
    const slices = [sliceRelease({ contract: 2, requires: { vue: '^3.0.0' } })];
    await expect(deploy(await request(slices))).rejects.toThrow(/contract 2[^]*vue/);
  });
});

describe('history', () => {
  it('is the chain of what was in force, with what each changed', async () => {
    await deploy(await request([]));
    await store.create(`${revisionBase('staging', 2)}composition.json`, Buffer.from('a deploy that was cut'));
    await deploy(await request());
    const lines = [];
    for await (const { composition, record } of history(store, 'staging')) {
      lines.push([composition.revision, record.previous, record.changes.map(({ part }) => part)]);
    }
    expect(lines).toEqual([
      [3, 1, ['market']],
      [1, 0, ['shell']],
    ]);
  });
});
