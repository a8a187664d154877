/** Every field of a composition is kept, and rejected when it has another form. */
import { expect, it } from 'vitest';
import { type Composition, healthSettingsSchema, parseComposition } from './composition';

const integrity = `sha384-${'A'.repeat(64)}`;
const version = '0123456789abcdef';
const base = `/slices/billing/${version}/`;
const frame = { file: 'frame.html', emits: [], listens: [] };
const described = { version, base, release: integrity, frame };
const release = {
  ...{
    version,
    owner: 'team',
    base,
    entry: 'mf-manifest.json',
    files: { 'a.js': integrity },
    slots: [],
    nav: [],
  },
  ...{
    routes: [],
    redirects: [{ from: '/plans', to: '/billing' }],
    preload: { '/billing': ['a.js'] },
    frame,
  },
};
const scripts = { 'main.js': integrity };
const whole = {
  ...{ schema: 1, environment: 'staging', revision: 3, createdAt: '2026-11-21T09:00:00.000Z', settings: 2 },
  site: { name: 'Dock', description: 'A dock', owner: 'Dock Ltd', callUrl: 'https://cal.example' },
  address: 'http://127.0.0.1:80',
  shell: {
    ...{ version, base, canary: { percent: 99, release: { version, base } } },
    fallback: { ...described, scripts, styles: {}, beforePaint: {}, links: ['/billing'] },
  },
  slices: { billing: { ...release, canary: { percent: 0, release }, fallback: described } },
  rest: {
    routes: [{ path: '/help', title: 'Help', access: 'public', slice: 'help' }],
    nav: [{ path: '/help', label: 'Help' }],
    file: { path: `/slices/_rest/12/${version}.json`, integrity },
  },
  backend: { url: 'http://localhost:54321', key: 'k', providers: ['github'], mfa: true, payments: false },
  health: { url: 'http://localhost:54321/health-events', sample: 0.5, routes: ['/'] },
  config: { billing: { limit: 3, name: 'a', isOn: true, tags: ['b'] } },
  flags: { billing: { print: true, plans: { people: ['u1'], percent: 50 } } },
  thirdParties: { billing: { connect: ['https://a.example'] } },
  sandbox: { origin: 'https://frames.example', host: 'https://app.example' },
  ...{ allowOverrides: true, overrides: { billing: [described] }, deterrent: false, serviceWorker: true },
  timeLimits: { manifest: 1_000, entry: 120_000, module: 2_000, page: 2_000, slot: 2_000 },
  languages: {
    offered: ['en', 'de'],
    translations: { de: { [base]: { file: 'de.json', integrity, names: {} } } },
  },
};

function altered(path: string, value: unknown): unknown {
  const copy = structuredClone(whole);
  const names = path.split('>');
  let place = copy as Record<string, unknown>;
  for (const name of names.slice(0, -1)) place = place[name] as Record<string, unknown>;
  place[names.at(-1) ?? ''] = value;
  return copy;
}

it('a composition keeps its fields', () => {
  expect(parseComposition(whole)).toEqual(whole);
  const { health } = parseComposition(altered('health', {})) as Composition & { health: object };
  expect(health).toEqual({ url: '/health-events', sample: 1, routes: [] });
  expect(Object.keys(healthSettingsSchema.entries)).toEqual(['url', 'sample']);
});

it.each<[string, ...unknown[]]>([
  ['address', 'https://a.example', 'http://b'],
  ['backend>url', '/', 'https://a.example', 'http://b'],
  ['health>url', '/health-events', '/', 'https://a.example/h', 'http://b/h'],
  ['site>callUrl', 'https://cal.example', 'https://cal.example/a?b'],
])('another %s is accepted', (path, ...values) => {
  for (const value of values) expect(() => parseComposition(altered(path, value))).not.toThrow();
});

it.each<[string, ...unknown[]]>([
  ['revision', 0, 1.5],
  ['settings', 0, 1.5],
  ['address', 'https://a.example/', 'x https://a.example', 'ftp://a', 'https://a b', 'https://'],
  ['site>callUrl', ' https://cal.example', 'https://cal.example/a b', 'https://cal.example b'],
  ['site>name', ' ', ''],
  ['backend>url', '//', ' /', 'x http://a', 'https://a/', 'https:// a', 'https://'],
  ['backend>key', ''],
  [
    'health>url',
    'x/health',
    'https://a.example',
    'https://a?b/h',
    '/a?b',
    '/a b',
    'ftp://a/h',
    'https:// a/h',
  ],
  ['health>sample', -0.1, 1.1],
  ['config>billing>limit', {}],
  ['flags>billing>print', 'yes', { more: 1 }, { percent: 101 }, { percent: -1 }, { people: [''] }],
  ['timeLimits>page', 999, 120_001, 1_000.5],
  ['timeLimits>other', 1_000],
  ['slices>billing>canary', {}, { percent: 100, release }, { percent: 1.5, release }],
  ['slices>billing>fallback', {}, { ...described, release: 'x' }],
  ['slices>billing>base', 'x/slices/', '/slices', '/slices/.a/', '/slices//', '/slices/a b/', '/'],
  ['shell>canary', {}, { percent: 1, release: {} }],
  ['shell>fallback>scripts', { '../a.js': integrity }, { 'a.js': 'x' }],
  ['rest>routes', [{ path: '/help', title: 'Help', access: 'public' }], [{ slice: 'help' }]],
  ['rest>file>path', `x/slices/_rest/1/${version}.json`, `/slices/_rest/1/${version}.json?`],
  [
    'rest>file>path',
    `/slices/_rest/a/${version}.json`,
    '/slices/_rest/1/a.json',
    '/slices/_rest/1/../a.json',
  ],
  ['sandbox', {}],
  ['languages>offered', ['german'], ['d'], ['de-']],
  ['languages>translations>de', { [base]: { file: 'de.json' } }],
  ['overrides>billing', [{}]],
])('another %s is rejected', (path, ...values) => {
  for (const value of values)
    expect(() => parseComposition(altered(path, value)), String(value)).toThrow(/^composition: /);
});
