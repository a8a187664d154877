/**
 * A web server and the store are enough: nginx and Caddy, configured by `slipway env hosting`, respond like the local
 * server for every route, every file and every other path. The policies of all three are evaluated.
 * `npm test` sends Caddy only the requests for pages and missing files. One file, because both servers get the same requests.
 */
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { webServers } from '@slipway/repo/bootstrap/webServers.mjs';
import {
  currentComposition,
  deltaKeyTo,
  FILE_POLICY,
  folderStore,
  laterFiles,
  publicFolder,
  securityHeaders,
} from '@slipway/cli';
import type { Composition } from '@slipway/contracts';
import { demo } from '../../support/accounts';
import { findings } from '../../support/cspFindings';
import { hostingPort, localOrigin, store } from '../../support/server';
import { makeWorkspace, slipway } from '../../support/slipwayCli';
import { expect, nightly, test } from '../../support/test';
import { startWebServer, type WebServer, type WebServerName } from '../../support/webServers';

const table = securityHeaders({ backend: '/', isSecure: false, allowOverrides: false, serviceWorker: true });

interface RawResponse {
  status: number;
  /** By lower-case name; repeated headers are joined by `, `. */
  headers: Record<string, string>;
  /** As received. */
  bytes: Buffer;
  /** Decompressed. */
  text: string;
}

/** Node's client: sends any address and any `Host` unchanged, and decompresses nothing. */
const request = (origin: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<RawResponse>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    // Not through `new URL`, which would normalize the path.
    const sent = get({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const encoding = response.headers['content-encoding'];
        const plain =
          bytes.length === 0
            ? bytes
            : encoding === 'br'
              ? brotliDecompressSync(bytes)
              : encoding === 'gzip'
                ? gunzipSync(bytes)
                : bytes;
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headersDistinct).map(([name, values]) => [
              name,
              (values ?? []).join(', '),
            ]),
          ),
          bytes,
          text: plain.toString('latin1'),
        });
      });
    });
    sent.on('error', reject);
  });

let composition: Composition;
let routes: string[];
let files: string[];

test.beforeAll(async () => {
  const current = await currentComposition(folderStore(store), 'local');
  if (!current) throw new Error('The server under test runs nothing');
  composition = current;
  const slices = Object.values(composition.slices);
  const index = await request(localOrigin, '/');
  const ofShell = [...index.text.matchAll(/(?:src|href)="(\/slices\/shell\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  routes = ['/', '/dashboard', ...slices.flatMap((slice) => slice.routes.map(({ path }) => path))];
  files = [
    ...new Set([
      ...ofShell,
      ...slices.flatMap((slice) => Object.keys(slice.files).map((file) => slice.base + file)),
    ]),
  ];
  for (const ending of ['.html', '.js', '.svg']) {
    const bytes = Buffer.from('<script src="hello.js"></script>');
    for (const key of [
      `releases${undeployed.replace('/slices', '')}`,
      undeployed.slice(1),
      publicFolder('other') + undeployed,
    ]) {
      await folderStore(store).create(key + ending, bytes);
    }
  }
  expect(routes.length).toBeGreaterThan(5);
  expect(files.length).toBeGreaterThan(30);
});

const unknown = ['/foo', '/agents/1', '/marketplace/x', '/%F0%9F%92%A5', '/404', '/404/', '/Marketplace'];
const MALFORMED = '/%E0%A4%A';
/** Published to the store and never deployed, as anybody can who may publish; one environment's file; an old layout. */
const undeployed = '/slices/probe/deadbeefdeadbeef/hello';
const noFiles = [
  ...['.html', '.js', '.svg'].map((ending) => undeployed + ending),
  `/releases${undeployed.replace('/slices', '')}.html`,
  '/slices/none/x.js',
  '/slices/',
  '/missing.js',
  '/favicon.png',
  '/keys.json',
  '/slices/../keys.json',
  '/slices/..%2f..%2fkeys.json',
  '/environments/local/current.json',
  '/environments/local/current/record.json',
  '/.incoming/x.js',
];

/** The parts of a response that must be the same for every server. */
const comparable = ({ status, headers, text }: RawResponse) => ({
  status,
  type: headers['content-type'],
  caching: headers['cache-control'],
  encoding: headers['content-encoding'],
  text,
});

const secured = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.keys(table).map((name) => [name, headers[name]]));

const varying = ({ headers }: RawResponse) => (headers['vary'] ?? '').toLowerCase().split(', ').sort();

for (const [index, name] of (['nginx', 'Caddy'] as const satisfies WebServerName[]).entries()) {
  test.describe(name, () => {
    // Only root can download the packages; CI and `npm test` as root run this.
    test.skip(!webServers(), 'nginx and Caddy are packages of Debian: run as root, or in CI with sudo');

    const testOf = name === 'nginx' ? test : nightly;
    let server: WebServer;
    test.beforeAll(async () => {
      server = await startWebServer(name, hostingPort + index);
    });
    test.afterAll(() => server.close());

    /** The responses of both servers; checks that their security headers are the same. */
    const both = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const [here, local] = await Promise.all([
        request(server.origin, path, headers, method),
        request(localOrigin, path, headers, method),
      ]);
      expect(secured(here), `the headers of ${path}`).toEqual(secured(local));
      return { here, local };
    };

    test('every route is its document, compressed as accepted, and revalidated', async () => {
      for (const path of [...routes, '/marketplace/', '/marketplace?sort=rating']) {
        for (const encoding of ['br, gzip', 'gzip', 'identity']) {
          const { here, local } = await both(path, { 'accept-encoding': encoding });
          expect(comparable(here), `${path} as ${encoding}`).toEqual(comparable(local));
          expect(here.bytes.length).toBe(local.bytes.length);
          expect(here.status).toBe(200);
          expect(here.headers['cache-control']).toBe('no-cache');
          expect(here.headers['vary']).toMatch(/^accept-encoding$/i);
          expect(secured(here)).toEqual(table);
        }
        const { here } = await both(path, { 'accept-encoding': 'br' }, 'HEAD');
        expect([here.status, here.bytes.length]).toEqual([200, 0]);
      }
    });

    testOf(
      'every file of every release is served as stored, cacheable for a year, and never a page (D1)',
      async () => {
        for (const path of files) {
          const { here, local } = await both(path, { 'accept-encoding': 'gzip, deflate, br' });
          expect(comparable(here), path).toEqual(comparable(local));
          expect(here.bytes.equals(local.bytes)).toBe(true);
          const isDictionary = laterFiles(path) !== undefined;
          expect(here.headers['use-as-dictionary'], path).toBe(local.headers['use-as-dictionary']);
          expect(here.headers['use-as-dictionary'] !== undefined, path).toBe(isDictionary);
          if (here.headers['content-encoding'])
            expect(varying(here), path).toEqual([
              'accept-encoding',
              ...(isDictionary ? ['available-dictionary'] : []),
            ]);
          expect(here.headers['cache-control']).toBe('public, max-age=31536000, immutable');
          expect(here.headers['content-security-policy']).toBe(FILE_POLICY);
        }
      },
    );

    test('a delta goes to a browser that has the earlier file, and to no other', async () => {
      // With a character that is a separator of paths.
      const earlier = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
      const { text } = await request(localOrigin, '/');
      const [, rest = ''] = /"path":"(\/slices\/_rest\/\d+\/[0-9a-f]{16}\.json)"/.exec(text) ?? [];
      const paths = [...files.filter((path) => /remoteEntry.*js$|main.*css$/.test(path)).slice(0, 2), rest];
      for (const path of paths) {
        const key = deltaKeyTo(publicFolder('local') + path, earlier);
        await folderStore(store).create(key, Buffer.from('what differs'));
        const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' };
        const ask = (headers: Record<string, string>) => request(server.origin, path, headers);
        try {
          const plain = await ask(accepted);
          const delta = await ask({ ...accepted, 'available-dictionary': `:${earlier}:` });
          expect([delta.status, delta.text], path).toEqual([200, 'what differs']);
          expect(delta.headers['content-encoding']).toBe('dcz');
          for (const header of ['content-type', 'cache-control', 'use-as-dictionary', ...Object.keys(table)])
            expect(delta.headers[header], `${header} of ${path}`).toBe(plain.headers[header]);
          expect(varying(delta)).toEqual(['accept-encoding', 'available-dictionary']);
          for (const headers of [
            { ...accepted, 'available-dictionary': `:${earlier.replace('4', '5')}:` },
            { ...accepted, 'available-dictionary': `:../${earlier.slice(3)}:` },
            { 'accept-encoding': 'gzip, deflate, br', 'available-dictionary': `:${earlier}:` },
          ]) {
            const other = await ask(headers);
            expect(comparable(other), path).toEqual(comparable(plain));
          }
          expect((await request(server.origin, `${path}.dcz/${earlier}`)).status).toBe(404);
          expect((await request(server.origin, `/${key}`)).status).toBe(404);
        } finally {
          await folderStore(store).remove(key);
        }
      }
    });

    test('any other path is the not-found page with status 404', { tag: ['@SHELL-09'] }, async () => {
      for (const path of unknown) {
        const { here, local } = await both(path, { 'accept-encoding': 'br' });
        expect([here.status, here.text], path).toEqual([404, local.text]);
        expect(here.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(here.headers['cache-control']).toBe('no-cache');
      }
    });

    test('an address that cannot be decoded is not a page', { tag: ['@SHELL-09'] }, async () => {
      const { status, headers, text } = await request(server.origin, MALFORMED);
      if (name === 'Caddy') {
        // Go's HTTP library rejects it before Caddy sees it.
        expect([status, headers['content-type'], text]).toEqual([
          400,
          'text/plain; charset=utf-8',
          '400 Bad Request',
        ]);
      } else {
        expect([status, text]).toEqual([404, (await request(localOrigin, MALFORMED)).text]);
        expect(headers).toMatchObject(table);
      }
    });

    test('a missing file is a plain 404 without caching, and the rest of the store is not served (D1)', async () => {
      const copies = [`${files[0] ?? ''}.br`, `${files[0] ?? ''}.gz`];
      for (const path of [...noFiles, ...copies]) {
        const { here } = await both(path);
        expect([here.status, here.headers['content-type']], path).toEqual([404, 'text/plain; charset=utf-8']);
        expect(here.headers['cache-control']).toBeUndefined();
        expect(here.text).not.toContain('<');
      }
      // No other environment's files, also not by the path that they have in the store.
      const other = await request(server.origin, `/${publicFolder('other')}${undeployed}.js`);
      expect(other.status).toBe(404);
    });

    testOf('serves the current composition, and 304 without a body when it has not changed', async () => {
      const { here } = await both('/slipway.json');
      expect(JSON.parse(here.text)).toMatchObject({ environment: 'local', revision: composition.revision });
      expect(here.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
      });
      const again = await request(server.origin, '/slipway.json', {
        'if-none-match': here.headers['etag'] ?? '',
      });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    });

    testOf(
      'compositions are sent as they are stored: compressed once, with the headers of other files',
      async () => {
        const { text } = await request(localOrigin, '/');
        const [, rest = ''] = /"path":"(\/slices\/_rest\/\d+\/[0-9a-f]{16}\.json)"/.exec(text) ?? [];
        const compositions = [];
        for (const path of ['/slipway.json', rest]) {
          const { here, local } = await both(path, { 'accept-encoding': 'gzip, deflate, br' });
          expect([here.status, comparable(here)], path).toEqual([200, comparable(local)]);
          expect(here.headers['content-encoding']).toBe('gzip');
          expect(varying(here)).toEqual([
            'accept-encoding',
            ...(path === rest ? ['available-dictionary'] : []),
          ]);
          expect(here.bytes.equals(local.bytes)).toBe(true);
          compositions.push(JSON.parse(here.text));
          const { here: head } = await both(path, { 'accept-encoding': 'gzip' }, 'HEAD');
          expect([head.status, head.bytes.length]).toEqual([200, 0]);
          const { here: plain } = await both(path, { 'accept-encoding': 'identity' });
          expect([plain.status, plain.text]).toEqual([200, here.text]);
        }
        expect(compositions[0]).toEqual(compositions[1]);
        const { here: missing } = await both('/slices/_rest/1/0123456789abcdef.json');
        expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
        const { here: copy } = await both(`${rest}.gz`);
        expect(copy.status).toBe(404);
      },
    );

    testOf('serves the files at fixed addresses, and lets the service worker import one', async () => {
      const scripts = ['/slipway-worker.js', '/slipway-revision.js'];
      for (const path of [
        ...scripts,
        '/robots.txt',
        '/sitemap.xml',
        '/slipway.webmanifest',
        '/favicon.ico',
      ]) {
        const { here, local } = await both(path, { 'accept-encoding': 'br' });
        expect([here.status, comparable(here)], path).toEqual([200, comparable(local)]);
      }
    });

    testOf('rejects methods that write', async () => {
      for (const path of ['/', '/marketplace', '/slipway.json', files[0] ?? '']) {
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const { here } = await both(path, {}, method);
          expect([here.status, here.headers['allow']], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
        }
      }
    });

    testOf('passes on responses of the backend and the gateway, with each header once', async () => {
      const apikey = composition.backend.key;
      for (const path of [
        '/rest/v1/plans?select=name&order=name',
        '/rest/v2/none',
        '/auth/v1/health',
        '/auth/v1/none',
        '/v1/openapi.json',
        '/v1/agents/none',
        '/healthz',
      ]) {
        const { here, local } = await both(path, { apikey });
        expect([here.status, here.text], path).toEqual([local.status, local.text]);
        expect(here.headers['content-type']).toBe(local.headers['content-type']);
        expect(here.headers['cache-control']).toBe(local.headers['cache-control']);
      }
    });

    testOf('serves pages without the backend, and 502 with the headers for its addresses', async () => {
      const withoutBackend = await startWebServer(name, hostingPort + 1 - index, 'http://127.0.0.1:9');
      try {
        expect((await request(withoutBackend.origin, '/marketplace')).status).toBe(200);
        for (const path of ['/rest/v1/plans', '/healthz']) {
          const answer = await request(withoutBackend.origin, path);
          expect([answer.status, secured(answer)], path).toEqual([502, table]);
        }
      } finally {
        await withoutBackend.close();
      }
    });

    testOf('does not serve the mailbox', async () => {
      expect((await request(server.origin, '/_mail')).status).toBe(404);
      expect((await request(server.origin, '/_mail/list.json')).status).toBe(404);
    });

    testOf('finds a preview by its host', async () => {
      test.setTimeout(90_000);
      makeWorkspace();
      await slipway('deploy', 'billing', '--env', 'preview/hosted', '--base', 'local', '--reason', 'e2e');
      const host = { host: `hosted.localhost:${String(hostingPort + index)}` };
      const { here } = await both('/slipway.json', host);
      expect(JSON.parse(here.text)).toMatchObject({ environment: 'preview-hosted' });
      expect((await both('/billing', host)).here.status).toBe(200);
      expect((await request(server.origin, '/slipway.json', { host: 'none.localhost' })).status).toBe(404);
    });

    testOf('a user opens a page, signs in and sees their data', async ({ page }) => {
      await page.goto(`${server.origin}/marketplace`);
      await expect(page.getByText('Showing 6 of 6 agents')).toBeVisible();
      await page.goto(`${server.origin}/login`);
      await page.locator('input[name=email]').fill(demo.email);
      await page.locator('input[name=password]').fill(demo.password);
      await page.locator('input[name=password]').press('Enter');
      await page.waitForURL('**/dashboard');
      await expect(page.getByRole('main').getByText(demo.email)).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: 'Billing' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /Billing/ })).toBeVisible();
    });

    testOf('the policy of every response passes the evaluator', { tag: ['@SES-70'] }, async () => {
      await expectSoundPolicies(server.origin);
    });
  });
}

test(
  'the policy of every response of the local server passes the evaluator',
  { tag: ['@SES-70', '@SES-75'] },
  async () => {
    await expectSoundPolicies(localOrigin);
  },
);

test(
  "allowed overrides add the user's machine to the policy and nothing else; production allows none",
  { tag: ['@SES-70'] },
  () => {
    const policy = (allowOverrides: boolean) =>
      securityHeaders({ backend: 'https://abc.supabase.co', isSecure: true, allowOverrides })[
        'content-security-policy'
      ] ?? '';
    expect(findings(policy(false))).toEqual([]);
    const own = 'http://localhost:*: Allow only resources downloaded over HTTPS.';
    expect(findings(policy(true))).toEqual([
      `MEDIUM script-src ${own}`,
      `MEDIUM connect-src ${own}`,
      `MEDIUM img-src ${own}`,
    ]);
  },
);

test('the evaluator finds weak policies', () => {
  expect(findings("default-src 'self'; script-src 'self' 'unsafe-inline'; base-uri 'none'")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^HIGH script-src 'unsafe-inline'/)]),
  );
  expect(findings("script-src 'self' https://cdn.jsdelivr.net; object-src 'none'")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^HIGH script-src .*jsdelivr/)]),
  );
});

async function expectSoundPolicies(origin: string): Promise<void> {
  const others = [
    '/slipway.json',
    files[0] ?? '',
    '/healthz',
    '/rest/v1/plans',
    '/auth/v1/none',
    '/v1/agents/none',
  ];
  for (const path of [...routes, ...unknown, ...noFiles, ...others]) {
    const { headers, text } = await request(origin, path);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, path).toContain("default-src 'none'");
    expect(findings(policy), `the header of ${path}`).toEqual([]);
    const [, meta] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(text) ?? [];
    if (routes.includes(path)) expect(meta, path).toBeDefined();
    if (meta !== undefined) expect(findings(meta), `the meta element of ${path}`).toEqual([]);
  }
}
