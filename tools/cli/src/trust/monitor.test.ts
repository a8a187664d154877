/** `slipway verify` against a static host: every difference from the signed revision is named, and the exit code is not 0. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteFileTypes } from '../composition/siteFiles';
import { WORKER } from '../composition/worker';
import { documentName, pointerKey, publicFolder, revisionBase } from '../store/keys';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { openPins } from './pins';
import { PROOF, proofKey } from './paths';

let place: WorkspaceWithStore;
/** Path to the bytes that an attacker put there, and requests for compressed bytes only. */
const replaced = new Map<string, Buffer>();
let compressed: string | undefined;

/** A static host that reads the store: it verifies nothing. */
const host = createServer((request, response) => {
  const respond = async () => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const { revision } = JSON.parse((await place.store.get(pointerKey('staging')))?.toString() ?? '') as {
      revision: number;
    };
    const base = revisionBase('staging', revision);
    const key =
      path === `/${PROOF}`
        ? proofKey('staging')
        : path === '/slipway.json'
          ? `${base}composition.json`
          : path.startsWith('/slices/')
            ? publicFolder('staging') + path
            : base +
              ([WORKER, ...Object.keys(siteFileTypes)].find((name) => path === `/${name}`) ??
                documentName(path));
    const found = await place.store.get(key);
    const bytes =
      replaced.get(path) ?? found ?? (await place.store.get(`${base}404.html`)) ?? Buffer.alloc(0);
    const encoded = request.headers['accept-encoding'] === 'br' && compressed === path;
    if (encoded) response.setHeader('content-encoding', 'br');
    response.statusCode = found && path !== '/404' ? 200 : 404;
    response.end(encoded ? brotliCompressSync(Buffer.from('altered')) : bytes);
  };
  respond().catch(() => response.destroy());
});

beforeAll(async () => {
  place = await openWorkspace();
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}`;
  place.writeEnvironment('staging', { address });
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
});
afterAll(async () => {
  await new Promise((resolve) => host.close(resolve));
  await place.close();
});

const verify = (...args: string[]) => place.slipway('verify', '--env', 'staging', ...args);

it('accepts a host that serves exactly what was signed, in every encoding', async () => {
  const { out, code, error } = await verify();
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/serves revision 1 of staging as it was signed: \d\d responses match/);
});

it('needs no workspace with a pinned root and an address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-monitor-'));
  const root = openPins(place.workspace.home, place.store.address).root();
  writeFileSync(join(folder, 'root.json'), JSON.stringify(root?.toJSON()));
  const { address } = place.workspace.environment('staging');
  for (const origin of [address, `${address}/`]) {
    const { code } = await verify('--root', join(folder, 'root.json'), '--address', origin);
    expect(code).toBe(0);
  }
  rmSync(folder, { recursive: true });
});

it.each<[string, string, RegExp]>([
  ['an altered document', '/market', /\/market has other bytes \(accept-encoding: identity\)/],
  ['an altered start page', '/', / {2}\/ has other bytes/],
  ['an altered service worker', `/${WORKER}`, /\/slipway-worker\.js has other bytes/],
  ['an altered favicon', '/favicon.ico', /\/favicon\.ico has other bytes/],
  ['an altered not-found page', '/404', /\/404 has other bytes/],
  [
    'an altered composition',
    '/slipway.json',
    /\/slipway\.json is not the composition of revision 1 as it was signed\. It decides which releases browsers load, so they may run others\. .*restore environments\/staging\/revisions\/\d+\/composition\.json\.gz in the store from a backup, or roll back .*slipway rollback --env staging --to <revision>/,
  ],
  [
    'an altered file of a slice',
    `/slices/market/${sliceRelease().version}/page.js`,
    /\/slices\/market\/[0-9a-f]{16}\/page\.js has other bytes/,
  ],
  [
    'an altered file of the shell',
    `/slices/shell/${shellRelease().version}/main.js`,
    /main\.js has other bytes/,
  ],
  ['an altered proof', `/${PROOF}`, /is not a proof/],
])('names %s', async (_what, path, message) => {
  replaced.set(path, Buffer.from('altered'));
  const { code, error } = await verify();
  replaced.clear();
  expect(code).toBe(5);
  expect(error).toMatch(message);
});

it('says that the composition is missing', async () => {
  const key = `${revisionBase('staging', 1)}composition.json`;
  const composition = (await place.store.get(key)) ?? Buffer.alloc(0);
  await place.store.remove(key);
  const { code, error } = await verify();
  await place.store.create(key, composition);
  expect(code).toBe(5);
  expect(error).toMatch(/revision 1 as it was signed: it responds with status 404\. It decides/);
});

it('names a signed description that is altered, and a release whose proof has none', async () => {
  const proof = (await place.store.get(proofKey('staging')))?.toString() ?? '';
  const { releases, ...rest } = JSON.parse(proof) as { releases: { id: string }[] };
  const served = await place.store.sizes(`${publicFolder('staging')}/slices/market`);
  const key = [...served.keys()].find((one) => one.endsWith('.signed.json')) ?? '';
  replaced.set(key.slice(publicFolder('staging').length), Buffer.from('altered'));
  expect((await verify()).error).toMatch(/release\.[0-9a-f]{16}\.signed\.json has other bytes/);
  replaced.clear();
  const others = releases.filter(({ id }) => id !== 'market');
  replaced.set(`/${PROOF}`, Buffer.from(JSON.stringify({ ...rest, releases: others })));
  expect((await verify()).error).toMatch(/has no signature for market/);
  replaced.clear();
});

it('names a compressed copy that differs from its file', async () => {
  compressed = '/market';
  const { code, error } = await verify();
  compressed = undefined;
  expect(code).toBe(5);
  expect(error).toMatch(
    /does not serve what was signed:\n {2}\/market has other bytes \(accept-encoding: br\)$/,
  );
});

it('rejects a proof of another root, of another environment, and an older one than before', async () => {
  const address = place.workspace.environment('staging').address;
  place.writeEnvironment('production', { address });
  expect((await place.slipway('verify', '--env', 'production')).error).toMatch(
    /is the statement of revision 1 of staging/,
  );

  const other = await openWorkspace();
  await other.build(shellRelease());
  await other.build(sliceRelease());
  await other.text('deploy', 'shell', 'market', '--env', 'staging', '--reason', 'first');
  const foreign = join(other.root, 'root.json');
  writeFileSync(
    foreign,
    JSON.stringify(openPins(other.workspace.home, other.store.address).root()?.toJSON()),
  );
  expect((await verify('--root', foreign)).error).toMatch(/0 of 1 valid signatures of role targets/);
  await other.close();

  const before = (await place.store.get(proofKey('staging'))) ?? Buffer.alloc(0);
  await place.build(sliceRelease({ owner: 'another-team' }));
  await place.text('deploy', 'market', '--env', 'staging', '--reason', 'second');
  expect((await verify()).code).toBe(0);
  replaced.set(`/${PROOF}`, before);
  expect((await verify()).error).toMatch(/serves revision 1, and an earlier run has seen 2/);
  replaced.clear();
});

it('exposes no names, and says when nothing responds', async () => {
  const proof = (await place.store.get(proofKey('staging')))?.toString() ?? '';
  expect(proof).toContain('keyid');
  expect(proof).not.toMatch(/Ada|a test|first|second/);
  const { code, error } = await verify('--address', 'http://127.0.0.1:1');
  expect([code, error]).toEqual([
    7,
    'slipway: http://127.0.0.1:1 cannot be reached: check the address\n'.trim(),
  ]);
});
