/** The findings of `slipway doctor`. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtRelease } from '../release/candidate';
import { folderStore } from '../store/folderStore';
import { publicBase, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import { findings } from './doctor';

const MARKET = sliceRelease().version;

let place: WorkspaceWithStore;
let server: Server;
let origin: string;
const healthy = {
  ...{ environment: 'staging', revision: 1, backendStatus: 200, appStatus: 200 },
  policy: "require-trusted-types-for 'script'" as string | undefined,
  body: undefined as string | undefined,
};
/** The responses of the environment's server. */
let served: typeof healthy;

beforeEach(async () => {
  served = { ...healthy };
  server = createServer(({ url }, response) => {
    if (url === '/rest/v1/rpc/schema_version') {
      response.writeHead(served.backendStatus).end('"20261122000200"');
    } else if (url === '/slipway.json') {
      response.writeHead(served.appStatus, served.policy ? { 'content-security-policy': served.policy } : {});
      response.end(served.body ?? JSON.stringify(served));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  place = await openWorkspace();
  place.writeEnvironment('staging', {
    address: origin,
    backend: { url: '/', publishableKey: 'sb_publishable_x' },
  });
});
afterEach(async () => {
  server.close();
  await place.close();
});

async function deployAll(): Promise<void> {
  const candidates = await Promise.all(
    [shellRelease(), sliceRelease()].map(async (release) => builtRelease(await place.build(release))),
  );
  await deploy({
    workspace: place.workspace,
    environment: place.workspace.environment('staging'),
    store: place.store,
    candidates,
    edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
    author: 'Ada',
    reason: 'a test',
  });
}
const examine = () => findings(place.workspace, place.workspace.environment('staging'));
const finding = async (subject: string) => (await examine()).find((one) => one.subject === subject);

it('reports an environment before its first deploy', async () => {
  expect(await examine()).toEqual([
    { subject: 'store', isHealthy: true, detail: expect.stringContaining('compare-and-swap') as string },
    { subject: 'composition', isHealthy: false, detail: 'staging runs nothing yet: deploy the shell first' },
  ]);
  expect(await place.store.list('doctor')).toEqual([]);
});

it('reports a damaged pointer and a wrong store, and does not end: other environments are examined, too', async () => {
  await place.store.swap('environments/staging/current.json', undefined, '{');
  expect(await finding('composition')).toMatchObject({
    isHealthy: false,
    detail: expect.stringContaining('current.json is not a pointer') as string,
  });
  place.writeEnvironment('staging', { store: 'ftp://elsewhere' });
  expect(await examine()).toMatchObject([{ subject: 'store', isHealthy: false }]);
});

describe('after a deploy', () => {
  beforeEach(deployAll);

  it('finds everything healthy', async () => {
    expect(await examine()).toEqual([
      {
        subject: 'store',
        isHealthy: true,
        detail: `${place.address} supports reading, writing and compare-and-swap`,
      },
      {
        subject: 'composition',
        isHealthy: true,
        detail: 'revision 1 is complete: every file of its 2 releases matches its hash',
      },
      {
        subject: 'signatures',
        isHealthy: true,
        detail: expect.stringMatching(
          /^revision \d+ is signed by Ada, and known to be the newest until 2/,
        ) as string,
      },
      { subject: 'backend', isHealthy: true, detail: `${origin} has migration 20261122000200` },
      {
        subject: 'address',
        isHealthy: true,
        detail: `${origin} serves revision 1 with the security headers`,
      },
    ]);
  });

  it('finds an altered file, a missing one and a missing document', async () => {
    const folder = folderStore(place.address);
    await folder.remove(`releases/market/${MARKET}/slot.js`);
    await folder.remove(`releases/market/${MARKET}/page.js`);
    await folder.create(`releases/market/${MARKET}/page.js`, Buffer.from('pace'));
    await folder.remove(`${revisionBase('staging', 1)}market.html`);
    await folder.remove(`${publicBase('staging', 'market', MARKET)}remoteEntry.js`);
    const found = await finding('composition');
    expect(found?.isHealthy).toBe(false);
    expect(found?.detail.split('\n')).toEqual([
      expect.stringMatching(
        /page\.js .* was changed after the build: publish the same build again/,
      ) as string,
      expect.stringMatching(/slot\.js .* is missing: publish the same build again$/) as string,
      expect.stringMatching(
        /remoteEntry\.js .*\/public\/slices\/.* is missing: run slipway deploy market@[0-9a-f]{16} --env staging /,
      ) as string,
      'the document market.html is missing: roll back, or deploy a change',
    ]);
  });

  it('finds a damaged compressed copy, and says what repairs it', async () => {
    const folder = folderStore(place.address);
    const key = `${publicBase('staging', 'market', MARKET)}page.js.br`;
    const whole = (await folder.get(key)) ?? Buffer.alloc(0);
    await folder.remove(key);
    await folder.create(key, whole.subarray(0, -1));
    const found = await finding('composition');
    const [, command = ''] =
      /is not a copy of page\.js: remove it, .* run slipway (.*)$/.exec(found?.detail ?? '') ?? [];
    await folder.remove(key);
    await place.text(...(command.match(/"[^"]+"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')));
    expect(await folder.get(key)).toEqual(whole);
    expect((await finding('composition'))?.isHealthy).toBe(true);
  });

  it('finds a backend that fails or cannot be reached', async () => {
    served.backendStatus = 500;
    expect((await finding('backend'))?.detail).toBe(
      `${origin} responded with status 500: start it (npm start, if it is embedded), migrate it, or correct "backend"`,
    );
    server.close();
    server.closeAllConnections();
    expect((await finding('backend'))?.detail).toMatch(/cannot be reached/);
    expect((await finding('address'))?.detail).toBe(
      `${origin} cannot be reached: start it (npm start, if its backend is embedded), or correct "address"`,
    );
  });

  it.each<[string, Partial<typeof served>, RegExp]>([
    ['another revision', { revision: 9 }, /serves revision 9, and the store has 1/],
    ['no policy', { policy: undefined }, /sends no content security policy/],
    ['another policy', { policy: "default-src 'self'" }, /sends no content security policy/],
    ['an error', { appStatus: 502 }, /\/slipway\.json responds with status 502: configure its web server/],
    ['another environment', { environment: 'local' }, /\/slipway\.json is that of local: configure its web/],
    ['a page', { body: '<!doctype html>' }, /\/slipway\.json is no composition: configure its web server/],
  ])('finds an address that serves %s', async (_what, response, message) => {
    Object.assign(served, response);
    const found = await finding('address');
    expect(found).toMatchObject({ isHealthy: false, detail: expect.stringMatching(message) as string });
  });
});

it('finds a store that ignores conditions, and stops there', async () => {
  const careless: Store = { ...place.store, swap: () => Promise.resolve() };
  const workspace = { ...place.workspace, store: () => Promise.resolve(careless) };
  expect(await findings(workspace, workspace.environment('staging'))).toEqual([
    {
      subject: 'store',
      isHealthy: false,
      detail: `${place.address} ignores conditions on writes: use a service that supports If-Match`,
    },
  ]);
});

it('reports an unexpected error as one', async () => {
  const broken: Store = { ...place.store, swap: () => Promise.reject(new Error('disk full')) };
  const workspace = { ...place.workspace, store: () => Promise.resolve(broken) };
  expect((await findings(workspace, workspace.environment('staging')))[0]?.detail).toBe(
    'could not be checked: disk full',
  );
});
