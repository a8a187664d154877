/** Every field of a release is kept, and rejected when it has another form. */
import { describe, expect, it } from 'vitest';
import { parseEnglishRelease, parseRelease } from './release';

const integrity = `sha384-${'A'.repeat(64)}`;
const common = {
  schema: 1,
  version: '0123456789abcdef',
  commit: 'unknown',
  builtAt: '2026-11-21T09:00:00.000Z',
  files: { 'page.js': { size: 0, integrity }, 'static/a-b_c~1.js': { size: 12, integrity } },
  evidence: { sbom: integrity, provenance: integrity, sourceMaps: integrity },
};
const fields = { limit: { type: 'number', optional: true, default: 3, min: 1, max: 9, description: 'Rows' } };
const offer = { name: 'billing.aside', version: 2, props: fields, fillers: 'one' };
const request = {
  ...{ path: 'rest/v1/agents?select=id', method: 'GET', headers: { accept: 'json' }, body: '{}' },
};
const prerendered = {
  '/billing': {
    ...{ html: '<p>', styles: ['prerendered.0.css'], variesBy: ['q', 'sort-by'], isLoading: true },
    forUsers: true,
  },
};
const firstRequests = {
  '/billing': [request, { ...request, path: 'rest/v1/a?b=in.({ids})' }],
  'landing.featured': [{ ...request, method: 'POST', path: 'rest/v1/rpc/a' }],
};
const languages = {
  de: { file: 'de.json', names: { Billing: 'Abrechnung' } },
  'pt-BR': { file: 'x', names: {} },
};
const route = { path: '/billing', title: 'Billing', access: 'signed-in' };
const shell = {
  ...{ ...common, kind: 'shell', id: 'shell', contracts: [1, 2], provides: { react: '19.0.0' } },
  ...{
    routes: [route],
    offers: [offer],
    scripts: ['main.js'],
    styles: ['main.css'],
    beforePaint: ['theme.js'],
  },
  ...{
    icons: ['icon.svg'],
    images: { social: 'social.png' },
    preload: ['font.woff2'],
    pages: { '404': ['page.js'] },
  },
  ...{ handlesStart: true, worker: 'worker.js', chooser: 'chooser.js', links: ['/billing'] },
  ...{ languages, prerendered, firstRequests, prerenderedFrame: { html: '<header>', styles: [] } },
  prerenderedUserFrame: { html: '<nav>', styles: ['a.css'] },
};
const event = { name: 'billing.paid', version: 1, detail: fields };
const filling = { name: 'landing.featured', version: 1, props: fields, order: -1, when: {} };
const slice = {
  ...{ ...common, kind: 'slice', id: 'billing', owner: 'team', contract: 2, requires: { react: '^19.0.0' } },
  ...{ migration: '20261122000200', routes: [route], nav: [{ path: '/billing', label: 'Billing' }] },
  slots: [{ ...filling, when: { access: 'signed-in', flag: 'new-plans', environments: ['staging'] } }],
  ...{ offers: [offer], config: fields, flags: { 'new-plans': { description: 'Plans', default: true } } },
  ...{ redirects: [{ from: '/plans', to: '/billing' }], isolation: 'sandbox' },
  thirdParties: {
    connect: ['https://a.example'],
    img: ['http://localhost:1'],
    frame: ['wss://b-c.example:443'],
  },
  ...{ emits: [event], listens: [event], caches: ['plans'], invalidates: ['agents'] },
  ...{
    budget: { failed: 0.001, errors: 0.02 },
    entry: 'mf-manifest.json',
    preload: { '/billing': ['page.js'] },
  },
  ...{
    languages,
    prerendered,
    firstRequests,
    shares: { '@team/charts': { version: '1.0.0', files: ['charts.js'] } },
  },
};

/** A copy in which the value at a path, such as `evidence.sbom`, is another one. */
function altered(input: object, path: string, value: unknown): unknown {
  const copy = structuredClone(input);
  const names = path.split('>');
  let place = copy as Record<string, unknown>;
  for (const name of names.slice(0, -1)) place = place[name] as Record<string, unknown>;
  place[names.at(-1) ?? ''] = value;
  return copy;
}

describe('a release', () => {
  it.each([
    ['shell', shell],
    ['slice', slice],
  ])('of a %s keeps its fields', (_kind, release) => {
    expect(parseRelease(release)).toEqual(release);
    expect(parseRelease(release)).toEqual(release);
    const { languages: _languages, prerendered: _pages, ...rest } = release;
    expect(parseEnglishRelease(release)).toEqual(
      Object.fromEntries(
        Object.entries(rest).filter(([name]) => !/^prerendered|^shares$|^firstRequests$/.test(name)),
      ),
    );
  });

  it.each<[string, ...unknown[]]>([
    ['schema', 2],
    ['version', '0123456789abcde', '0123456789abcdef0', '0123456789ABCDEF'],
    ['commit', '0123', 'x'.repeat(40), `${'a'.repeat(40)}b`, 'unknown!', ' unknown'],
    ['builtAt', 'today'],
    ['files>page.js>size', -1, 0.5],
    ['files>page.js>integrity', integrity.slice(0, -1), `${integrity}A`, ` ${integrity}`, 'sha256-abc'],
    ['files>../a.js', common.files['page.js']],
    ['files>a//b.js', common.files['page.js']],
    ['files>/a.js', common.files['page.js']],
    ['files>a.js/', common.files['page.js']],
    ['files>.env', common.files['page.js']],
    ['files>a/.env', common.files['page.js']],
    ['evidence>sbom', undefined],
    ['requires>react', ''],
    ['migration', '2026112200020', 1],
    ['prerendered>/billing>html', 1],
    ['prerendered>/billing>variesBy', ['a b'], ['']],
    ['firstRequests>/billing', [{ ...request, path: 'auth/v1/user' }], [{ ...request, method: 'DELETE' }]],
    [
      'firstRequests>/billing',
      [{ ...request, path: 'rest/v1/agents', method: 'POST' }],
      [{ ...request, path: 'rest/v1/a?b c' }],
      [{ ...request, path: ' rest/v1/a' }],
    ],
    ['firstRequests>/billing', [{ ...request, path: 'rest/v1/?a' }], [{ ...request, path: 'rest/v1/a b' }]],
    ['firstRequests>/billing', [{ ...request, path: 'rest/v1/a?b=in.({ids})' }, request]],
    ['languages>de>names', { Billing: 1 }],
    ['languages>german', languages.de],
    ['languages>De', languages.de],
    ['languages>d', languages.de],
    ['languages>de-b', languages.de],
    ['languages>de-DE!', languages.de],
    ['shares>Charts', slice.shares['@team/charts']],
    ['shares>@team/', slice.shares['@team/charts']],
    ['shares>@team/charts>version', ''],
    [
      'thirdParties>connect',
      ['http://a.example'],
      ['https://a.example/path'],
      ['https://*.example'],
      ['https://a'],
    ],
    ['thirdParties>connect', ['https://a.example:123456'], ['x https://a.example'], ['https://.example']],
    ['thirdParties>other', []],
    [
      'emits',
      [{ ...event, name: 'paid' }],
      [{ ...event, name: 'billing.paid!' }],
      [{ ...event, version: 0 }],
    ],
    ['emits', [{ ...event, name: '1.paid' }], [{ ...event, more: 1 }], [{ ...event, version: 1.5 }]],
    ['emits', [{ ...event, name: 'Billing.paid' }], [{ ...event, name: ' billing.paid' }]],
    ['caches', ['Plans'], ['a'.repeat(41)], ['1a'], ['a b'], ['']],
    ['config>limit>type', 'date'],
    ['config>limit>default', 0],
    ['config>limit>optional', false],
    ['config>limit>description', ''],
    ['config>limit>more', 1],
    ['config>Limit', fields.limit],
    ['config>limit-2', fields.limit],
    ['config>1limit', fields.limit],
    ['flags>new-plans>description', ''],
    ['flags>new-plans>more', 1],
    ['flags>New', { description: 'x' }],
    ['flags>1new', { description: 'x' }],
    ['flags>a_b', { description: 'x' }],
    ['offers', [{ ...offer, fillers: 'two' }], [{ ...offer, more: 1 }], [{ ...offer, version: 0 }]],
    [
      'offers',
      [{ ...offer, name: 'aside' }],
      [{ ...offer, name: 'billing.1' }],
      [{ ...offer, name: 'Billing.a' }],
    ],
    [
      'slots',
      [{ ...filling, order: 0.5 }],
      [{ ...filling, more: 1 }],
      [{ ...filling, when: { access: 'all' } }],
    ],
    ['slots', [{ ...filling, when: { flag: 'New' } }], [{ ...filling, when: { more: 1 } }]],
    ['slots', [{ ...filling, when: { environments: [''] } }], [{ ...filling, name: ' landing.a' }]],
  ])('with another %s is rejected', (path, ...values) => {
    for (const value of values)
      expect(() => parseRelease(altered(slice, path, value))).toThrow(/release\.json: /);
  });
});
