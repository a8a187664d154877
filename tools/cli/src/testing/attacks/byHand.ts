/**
 * Attacks by hand on what browsers get and what commands read, beside those on signatures in `metadata.ts`. One file,
 * because it is one table.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  pointerKey,
  publicBase,
  publicFolder,
  releaseBase,
  REST,
  revisionBase,
  settingsKey,
} from '../../store/keys';
import type { Store } from '../../store/store';
import { rootKey, signedReleaseKey, statementKey, targetsKey, timestampKey } from '../../trust/paths';
import { billingRelease, marketRelease, type SharedStore } from '../trust';
import { shellRelease } from '../releases';
import { FOREIGN } from './generated';
import type { Changes } from './metadata';

export interface HandAttack {
  name: string;
  changes: () => Promise<Changes> | Changes;
  /** Further addresses that a browser opens. */
  paths?: readonly string[];
  /** Whether every command must fail. Otherwise it is enough that nothing of the attack takes effect. */
  isRejected?: boolean;
}

const market = marketRelease();
const shell = shellRelease();
/** Runs, with the one before it as its fallback. */
export const running = billingRelease('team-e2');
/** Published and signed by its team, and never deployed. */
export const undeployed = billingRelease('team-e7');

const environment = 'staging';
const base = revisionBase(environment, 2);
const pub = publicBase(environment, 'market', market.version);
const page = Buffer.from(FOREIGN);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
/** A gigabyte of zeros in about a kilobyte would be enough; this is 200 MB. */
const bomb = () => brotliCompressSync(Buffer.alloc(200 * 1024 * 1024), { params: { 1: 1 } });

/** The path of the composition that pages of a revision fetch. */
export async function restOf(store: Store, revision: number): Promise<string> {
  const folder = `/slices/${REST}/${String(revision)}`;
  const names = await store.list(publicFolder(environment) + folder);
  return `${folder}/${names.find((name) => name.endsWith('.json')) ?? ''}`;
}

export function byHand(shared: () => SharedStore): HandAttack[] {
  const text = async (key: string) => (await shared().bytes(key)).toString();
  const edited = (key: string, from: string | RegExp, to: string) => async () => {
    const before = await text(key);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${key} has no ${String(from)}`);
    return { [key]: Buffer.from(after) };
  };
  const value = (key: string, json: unknown) => () => ({ [key]: Buffer.from(JSON.stringify(json)) });
  const pointers: readonly [string, string][] = [
    ['a list', '{"revision":[2]}'],
    ['a text', '{"revision":"2"}'],
    ['a path', '{"revision":"../../production/revisions/1"}'],
    ['an object', '{"revision":{}}'],
    ['a fraction', '{"revision":1.5}'],
    ['a negative number', '{"revision":-1}'],
    ['zero', '{"revision":0}'],
    ['a huge number', '{"revision":9007199254740993}'],
    ['infinity', '{"revision":1e999}'],
    ['null', 'null'],
    ['no JSON', '{"revision":2'],
    ['nothing', ''],
    ['HTML', FOREIGN],
    ['a revision that does not exist', '{"revision":77}'],
    ['a revision that was claimed only', '{"revision":3}'],
  ];
  const files = [
    ['market', market.version, 'page.js'],
    ['market', market.version, 'mf-manifest.json'],
    ['market', market.version, 'remoteEntry.js'],
    ['billing', running.version, 'page.js'],
    ['shell', shell.version, 'main.js'],
    ['shell', shell.version, 'main.css'],
  ] as const;

  return [
    ...pointers.map(([what, bytes]) => ({
      name: `the pointer is ${what}`,
      changes: () => ({ [pointerKey(environment)]: Buffer.from(bytes) }),
      isRejected: true,
    })),
    {
      name: 'the pointer and the timestamp were removed',
      changes: () => ({ [pointerKey(environment)]: undefined, [timestampKey(environment)]: undefined }),
      isRejected: true,
    },
    ...files.flatMap(([id, version, path]) => {
      const key = publicBase(environment, id, version) + path;
      return [
        { name: `public ${id}/${path} is another file`, changes: () => ({ [key]: page }) },
        {
          name: `public ${id}/${path}.br contains another file`,
          changes: () => ({ [`${key}.br`]: brotliCompressSync(page) }),
        },
        {
          name: `public ${id}/${path}.gz contains another file`,
          changes: () => ({ [`${key}.gz`]: gzipSync(page) }),
        },
        { name: `public ${id}/${path}.br is no compressed data`, changes: () => ({ [`${key}.br`]: page }) },
        { name: `public ${id}/${path} was removed`, changes: () => ({ [key]: undefined }) },
      ];
    }),
    ...['index.html', 'market.html', 'billing.html', '404.html'].flatMap((name) => [
      { name: `the document ${name} is another one`, changes: () => ({ [base + name]: page }) },
      {
        name: `${name}.br contains another document`,
        changes: () => ({ [`${base}${name}.br`]: brotliCompressSync(page) }),
      },
      {
        name: `${name}.gz contains another document`,
        changes: () => ({ [`${base}${name}.gz`]: gzipSync(page) }),
      },
    ]),
    {
      name: 'a document was added',
      changes: () => ({ [`${base}admin.html`]: page, [`${base}admin.html.br`]: brotliCompressSync(page) }),
      paths: ['/admin'],
    },
    {
      name: 'a compressed document that fills the memory',
      changes: () => ({ [`${base}market.html.br`]: bomb() }),
    },
    {
      name: 'a compressed file that fills the memory',
      changes: () => ({ [`${pub}page.js.br`]: bomb() }),
    },
    {
      name: 'HTML in a running release',
      changes: () => ({ [`${pub}evil.html`]: page }),
      paths: [`/slices/market/${market.version}/evil.html`],
    },
    {
      name: 'SVG in a running release',
      changes: () => ({ [`${pub}evil.svg`]: svg }),
      paths: [`/slices/market/${market.version}/evil.svg`],
    },
    {
      name: 'a script in a running release',
      changes: () => ({ [`${pub}evil.js`]: page }),
      paths: [`/slices/market/${market.version}/evil.js`],
    },
    ...[
      { what: 'another one', ending: '', bytes: page },
      { what: 'another one in its compressed copy', ending: '.gz', bytes: gzipSync(page) },
      { what: 'gone', ending: '', bytes: undefined },
    ].map(({ what, ending, bytes }) => ({
      name: `the composition that pages fetch is ${what}`,
      changes: async () => ({
        [`${publicFolder(environment)}${await restOf(shared().store, 2)}${ending}`]: bytes,
      }),
    })),
    {
      name: 'the composition that pages fetch is that of an earlier revision',
      changes: async () => {
        const [earlier, now] = [await restOf(shared().store, 1), await restOf(shared().store, 2)];
        const folder = publicFolder(environment);
        return { [folder + now]: await shared().bytes(folder + earlier) };
      },
    },
    {
      name: 'an unsigned composition beside it',
      changes: () => ({ [`${publicFolder(environment)}/slices/${REST}/2/0123456789abcdef.json`]: page }),
      paths: [`/slices/${REST}/2/0123456789abcdef.json`],
    },
    {
      name: 'a slice that was never published',
      changes: () => ({ [`${publicFolder(environment)}/slices/evil/1/evil.js`]: page }),
      paths: ['/slices/evil/1/evil.js'],
    },
    {
      name: 'a file beside the slices',
      changes: () => ({
        [`${publicFolder(environment)}/evil.html`]: page,
        [`${publicFolder(environment)}/slices/evil.js`]: page,
      }),
      paths: ['/evil.html', '/slices/evil.js', '/slices/../evil.html', '/slices/%2e%2e/evil.html'],
    },
    {
      name: 'the file of one slice in the folder of another',
      changes: async () => ({
        [`${pub}page.js`]: Buffer.concat([
          await shared().bytes(`${publicBase(environment, 'billing', running.version)}page.js`),
          page,
        ]),
      }),
    },
    {
      name: 'publishing without deploying',
      changes: () => ({}),
      paths: [
        `/slices/billing/${undeployed.version}/page.js`,
        `/releases/billing/${undeployed.version}/page.js`,
      ],
    },
    {
      name: 'the settings of the environment allow overrides',
      changes: edited(settingsKey(environment, 1), '"allowOverrides":false', '"allowOverrides":true'),
      isRejected: true,
    },
    {
      name: 'the settings name another backend',
      changes: edited(settingsKey(environment, 1), 'https://backend.example', 'https://evil.example'),
      isRejected: true,
    },
    {
      name: 'the settings were removed',
      changes: () => ({ [settingsKey(environment, 1)]: undefined }),
    },
    {
      name: 'the settings are cut',
      changes: () => ({ [settingsKey(environment, 1)]: Buffer.from('{"schema":1') }),
      isRejected: true,
    },
    {
      name: 'settings smuggled in as those of the next revision',
      changes: async () => ({
        [settingsKey(environment, 3)]: Buffer.from(
          (await text(settingsKey(environment, 1))).replace(
            '"allowOverrides":false',
            '"allowOverrides":true',
          ),
        ),
      }),
    },
    {
      name: 'the composition names another backend',
      changes: edited(`${base}composition.json`, 'https://backend.example', 'https://evil.example'),
      isRejected: true,
    },
    {
      name: 'the composition names other settings',
      changes: edited(`${base}composition.json`, '"settings":1', '"settings":3'),
      isRejected: true,
    },
    {
      name: 'the composition runs a release that was only published',
      changes: edited(`${base}composition.json`, new RegExp(running.version, 'g'), undeployed.version),
      isRejected: true,
    },
    {
      name: 'the composition is cut',
      changes: async () => ({
        [`${base}composition.json`]: (await shared().bytes(`${base}composition.json`)).subarray(0, 99),
      }),
      isRejected: true,
    },
    {
      name: 'the composition was removed',
      changes: () => ({ [`${base}composition.json`]: undefined }),
      isRejected: true,
    },
    {
      name: 'a backdated clock in the composition',
      changes: edited(`${base}composition.json`, /"createdAt":"20\d\d/, '"createdAt":"2001'),
      isRejected: true,
    },
    {
      name: 'a clock of the future in the composition',
      changes: edited(`${base}composition.json`, /"createdAt":"20\d\d/, '"createdAt":"2099'),
      isRejected: true,
    },
    {
      name: 'a backdated clock in the statement',
      changes: edited(statementKey(environment, 2), /"createdAt":"20\d\d/, '"createdAt":"2001'),
      isRejected: true,
    },
    {
      name: 'a statement that expires later',
      changes: edited(statementKey(environment, 2), /"expires":"20\d\d/, '"expires":"2099'),
      isRejected: true,
    },
    {
      name: 'a timestamp that expires later',
      changes: edited(timestampKey(environment), /"expires":"20\d\d/, '"expires":"2099'),
      isRejected: true,
    },
    {
      name: 'a release that expires later',
      changes: edited(signedReleaseKey('market', market.version), /"expires":"20\d\d/, '"expires":"2099'),
      isRejected: true,
    },
    {
      name: 'the record is cut',
      changes: () => ({ [`${base}record.json`]: Buffer.from('{') }),
      isRejected: true,
    },
    {
      name: 'the record was removed',
      changes: () => ({ [`${base}record.json`]: undefined }),
      isRejected: true,
    },
    {
      name: 'the record names an earlier revision as previous',
      changes: edited(`${base}record.json`, '"previous":1', '"previous":0'),
      isRejected: true,
    },
    {
      name: 'the statement is cut',
      changes: async () => ({
        [statementKey(environment, 2)]: (await shared().bytes(statementKey(environment, 2))).subarray(0, 200),
      }),
      isRejected: true,
    },
    {
      name: 'the statement of revision 1 of production',
      changes: async () => ({
        [statementKey(environment, 2)]: await shared().bytes(statementKey('production', 1)),
      }),
      isRejected: true,
    },
    {
      name: 'targets of a huge version',
      changes: value(targetsKey(999_999_999_999_999), {}),
      isRejected: true,
    },
    { name: 'the next targets, unsigned', changes: value(targetsKey(3), {}), isRejected: true },
    {
      name: 'targets in a file with another name',
      changes: () => ({
        'trust/targets/99.json.bak': page,
        'trust/targets/1e9.json': page,
        'trust/targets/077': page,
      }),
    },
    {
      name: 'the next root, unsigned',
      changes: value(rootKey(2), { signed: {}, signatures: [] }),
      isRejected: true,
    },
    {
      name: 'a gap in the root chain',
      changes: async () => ({ [rootKey(3)]: await shared().bytes(rootKey(1)) }),
      isRejected: true,
    },
    {
      name: 'a root in a file with another name',
      changes: () => ({ 'trust/root/99.json.bak': page, 'trust/root/latest.json': page }),
    },
    {
      name: 'all signatures of releases were removed',
      changes: () => ({
        [signedReleaseKey('market', market.version)]: undefined,
        [signedReleaseKey('shell', shell.version)]: undefined,
      }),
      isRejected: true,
    },
    {
      name: 'the description of a running release is cut',
      changes: () => ({ [`${releaseBase('market', market.version)}release.json`]: Buffer.from('{"schema"') }),
      isRejected: true,
    },
    {
      name: 'the description of a running release was removed',
      changes: () => ({ [`${releaseBase('market', market.version)}release.json`]: undefined }),
      isRejected: true,
    },
    {
      name: 'the fallback of a running release is altered',
      changes: edited(
        `${releaseBase('billing', billingRelease().version)}release.json`,
        '"owner":"billing"',
        '"owner":"evil"',
      ),
      isRejected: true,
    },
    {
      name: 'files planted in the folder of the next revision',
      changes: () => ({ [`${revisionBase(environment, 3)}market.html`]: page }),
      paths: ['/market'],
    },
  ];
}
