/** Web server configurations: headers, proxied paths, previews; and the committed ones are up to date. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_POLICY, securityHeaders, WORKER_INTEGRITY_POLICY } from '../composition/headers';
import { parseEnvironment } from '../environment/environment';
import { findWorkspace } from '../environment/workspace';
import { testWorkspace, type TestWorkspace } from '../testing/workspace';
import { hostingFiles } from './files';

const root = join(import.meta.dirname, '../../../..');
const deploy = join(root, 'deploy');

const hosted = {
  name: 'staging',
  store: 'store',
  address: 'https://staging.example',
  backend: { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' },
};
const filesOf = (fields: object = {}) => hostingFiles(parseEnvironment({ ...hosted, ...fields }, 'staging'));
const all = (files: ReadonlyMap<string, string>) => [...files.values()].join('\n');

describe('the committed configurations', () => {
  // `services` has the examples for the gateway and the collector.
  const names = readdirSync(deploy, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'services')
    .map(({ name }) => name);

  it('exist for local and preview', () => {
    expect(names).toEqual(['local', 'preview']);
  });

  it.each(names)('in deploy/%s match the environment and the headers', (name) => {
    for (const [file, text] of hostingFiles(findWorkspace(root, {}).environment(name))) {
      const path = join(deploy, name, file);
      const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
      expect(committed, `deploy/${name}/${file} is outdated: run npx slipway env hosting ${name}`).toBe(text);
    }
  });
});

it('writes every security header into every file', () => {
  const table = securityHeaders({
    backend: 'https://abc.supabase.co',
    isSecure: true,
    allowOverrides: false,
    serviceWorker: true,
  });
  for (const [file, text] of filesOf()) {
    const isForFiles = file === 'cloudfront-file-headers.json';
    const isForWorker = file === 'cloudfront-worker-headers.json';
    const expected = {
      ...table,
      ...(isForFiles && { 'content-security-policy': FILE_POLICY }),
      ...(isForWorker && { 'integrity-policy': WORKER_INTEGRITY_POLICY }),
    };
    if (!file.startsWith('cloudfront') || isForFiles) expect(text, file).toContain(FILE_POLICY);
    if (!file.startsWith('cloudfront') || isForWorker) expect(text, file).toContain(WORKER_INTEGRITY_POLICY);
    for (const [header, value] of Object.entries(expected)) {
      // CloudFront has separate fields for some headers.
      const isPresent = file.startsWith('cloudfront')
        ? header === 'x-content-type-options' ||
          header === 'strict-transport-security' ||
          text.includes(value)
        : text.toLowerCase().includes(header) && text.includes(value);
      expect(isPresent, `${header} in ${file}`).toBe(true);
    }
  }
});

it('adds strict transport security for CloudFront only with TLS', () => {
  const policy = (address: string) =>
    JSON.parse(filesOf({ address }).get('cloudfront-headers.json') ?? '') as {
      SecurityHeadersConfig: object;
      CustomHeadersConfig: { Quantity: number; Items: unknown[] };
    };
  expect(policy('https://staging.example').SecurityHeadersConfig).toMatchObject({
    StrictTransportSecurity: { Override: true, AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
  });
  expect(policy('http://staging.example').SecurityHeadersConfig).not.toHaveProperty(
    'StrictTransportSecurity',
  );
  const { Quantity, Items } = policy('https://staging.example').CustomHeadersConfig;
  expect([Quantity, Items.length]).toEqual([3, 3]);
});

it('allows the origin of a separate backend, and proxies nothing without an upstream', () => {
  expect(all(filesOf())).toContain("connect-src 'self' https://abc.supabase.co");
  expect(all(filesOf())).not.toMatch(/proxy_pass|reverse_proxy/);
  const withGateway = all(filesOf({ hosting: { upstream: 'http://127.0.0.1:9000' } }));
  expect(withGateway).toContain('location ~ ^(?:/v1/|/healthz$)');
  expect(withGateway).toContain('proxy_pass http://127.0.0.1:9000;');
  expect(withGateway).toContain('reverse_proxy http://127.0.0.1:9000');
});

it('requires an upstream when the backend is on the origin of the app', () => {
  const backend = { url: '/', publishableKey: 'sb_publishable_x' };
  expect(() => filesOf({ backend })).toThrow(/staging needs hosting\.upstream/);
  expect(all(filesOf({ backend, hosting: { upstream: 'http://10.0.0.7:8000' } }))).toContain(
    '/rest/|/auth/|/v1/|/healthz$',
  );
});

it('passes reports of pages to the collector, and nothing else of it', () => {
  const collector = 'http://10.0.0.8:8081';
  const [health, upstream] = [{ sample: 0.1 }, 'http://10.0.0.7:8000'];
  expect(all(filesOf({ hosting: { upstream } }))).not.toContain('/health-events');
  expect(all(filesOf({ health, hosting: { upstream } }))).toContain('/v1/|/healthz$|/health-events$');
  const files = filesOf({ health, hosting: { upstream, collector } });
  expect(files.get('nginx.conf')).toContain('location ~ ^(?:/v1/|/healthz$) {');
  expect(files.get('nginx.conf')).toContain(
    `location ~ ^(?:/health-events$) {\n        proxy_pass ${collector};`,
  );
  expect(files.get('Caddyfile')).toContain(`handle @upstream_2 {\n\t\treverse_proxy ${collector} {`);
  expect(all(files)).not.toContain('/health/v1');
});

it('selects previews by their host name', () => {
  const files = filesOf({ name: 'preview', address: 'https://{id}.preview.example' });
  expect(files.get('nginx.conf')).toContain(
    String.raw`server_name "~^(?<preview>[a-z0-9][a-z0-9-]*)\.preview\.example$";`,
  );
  expect(files.get('nginx.conf')).toContain('/environments/preview-$preview/current/404.html');
  expect(files.get('Caddyfile')).toContain('http://*.preview.example:8080 {');
  expect(files.get('Caddyfile')).toContain('/environments/preview-{preview}/current/404.html');
  expect(files.get('nginx.conf')).toContain('/environments/preview-$preview/public$uri');
  expect(files.get('Caddyfile')).toContain('/environments/preview-{preview}/public{re.release.0}');
});

it.each([
  { listen: 'all' },
  { folder: 'srv' },
  { folder: '/srv/x; }' },
  { upstream: 'http://a/b' },
  { collector: 'x' },
])('rejects the hosting settings %j', (hosting) => {
  expect(() => filesOf({ hosting })).toThrow(/hosting/);
});

describe('slipway env hosting', () => {
  let place: TestWorkspace;
  beforeAll(() => {
    place = testWorkspace('store');
  });
  afterAll(() => {
    place.remove();
  });

  it('writes the files, or lists them in a dry run', async () => {
    const nginx = join(place.root, 'deploy/staging/nginx.conf');
    expect((await place.slipway('env', 'hosting', 'staging', '--dry-run')).out).toMatch(
      /Would write deploy\/staging\/nginx\.conf/,
    );
    expect(existsSync(nginx)).toBe(false);
    expect(await place.slipway('env', 'hosting', 'staging')).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(nginx, 'utf8')).toContain('server {');
  });
});

describe('the function for CloudFront in docs/hosting.md', () => {
  const markdown = readFileSync(join(root, 'docs/hosting.md'), 'utf8');
  const [, source = ''] = /^(async function handler\(.*?^})$/ms.exec(markdown) ?? [];
  const cf = { kvs: () => ({ get: () => Promise.resolve('41') }) };
  const revision = '/environments/production/revisions/41';

  it.each([
    ['/', `${revision}/index.html`],
    ['/marketplace/', `${revision}/marketplace.html`],
    ['/404', `${revision}/none`],
    ['/404/', `${revision}/none`],
    ['/404/more', `${revision}/404/more.html`],
    ['/4040', `${revision}/4040.html`],
    ['/slices/market/a/page.js', '/environments/production/public/slices/market/a/page.js'],
  ])('%s', async (uri, expected) => {
    const handler = Function('cf', `${source}; return handler`)(cf) as (event: {
      request: { uri: string };
    }) => Promise<{ uri: string }>;
    expect(await handler({ request: { uri } })).toEqual({ uri: expected });
  });
});
