/** The parts of what an environment runs: which change has which name, and what is no change. */
import { describe, expect, test } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { inlineJson } from '../composition/part';
import { settingsOf } from '../environment/settings';
import { sliceToCompose, testComposition, testContent, testEnvironment } from '../testing/compositions';
import { sha256 } from '../trust/keys';
import {
  changedApps,
  changesOfRevision,
  documentHashes,
  partChanges,
  partsOf,
  type RevisionContent,
} from './parts';

const market = sliceToCompose();
const billing = sliceToCompose({ id: 'billing', routes: [], slots: [], preload: {} });
const composition = testComposition([market, billing]);
const settings = settingsOf(testEnvironment());

/** The names of the parts in which two contents differ. */
const changed = (other: Composition, base = composition) =>
  Object.keys(partChanges(partsOf(base, undefined, {}), partsOf(other, undefined, {})));

describe('partsOf', () => {
  test('has a part for each slice, document and other field, and for the settings', () => {
    const parts = partsOf(composition, settings, { '/': 'hash of /' });
    expect(Object.keys(parts)).toEqual(
      expect.arrayContaining(['shell', 'backend', 'slice market', 'slice billing', 'document /', 'settings']),
    );
    expect(parts['document /']).toBe('hash of /');
    for (const name of ['shell', 'slice market', 'settings']) expect(parts[name]).toMatch(/^[0-9a-f]{64}$/);
    expect(partsOf(composition, undefined, {})).not.toHaveProperty('settings');
  });

  test('ignores the numbers, and the times, of revisions', () => {
    const later = { ...composition, revision: 7, createdAt: '2026-12-01T00:00:00.000Z' };
    expect(changed(later)).toEqual([]);
  });

  test('is the same for what will become a revision', () => {
    expect(partsOf(testContent([market, billing]), settings, {})).toEqual(partsOf(composition, settings, {}));
  });

  test('ignores the order of slices and of their members', () => {
    const slices = Object.fromEntries(
      Object.entries(composition.slices)
        .reverse()
        .map(([id, slice]) => [id, Object.fromEntries(Object.entries(slice).reverse())]),
    ) as Composition['slices'];
    expect(changed({ ...composition, slices })).toEqual([]);
  });

  test('notices a change of one slice, and only in its part', () => {
    const other = testComposition([
      market,
      sliceToCompose({ id: 'billing', owner: 'others', routes: [], slots: [], preload: {} }),
    ]);
    expect(changed(other)).toEqual(['slice billing']);
  });

  test('notices a change of a field, and of the settings', () => {
    expect(changed({ ...composition, allowOverrides: true })).toEqual(['allowOverrides']);
    const stricter = settingsOf(testEnvironment('staging', { policy: { deployers: { billing: ['Ada'] } } }));
    expect(partsOf(composition, stricter, {})['settings']).not.toBe(
      partsOf(composition, settings, {})['settings'],
    );
  });
});

test('the hash of a document leaves out its composition, and nothing else', () => {
  const page = (value: object, title = 'Home') =>
    `<title>${title}</title><script type="application/json" id="slipway-composition">${inlineJson(value)}</script>`;
  const hashOf = (text: string) => documentHashes([{ name: 'index.html', text }])['index.html'];
  expect(hashOf(page({ revision: 1 }))).toBe(hashOf(page({ revision: 2 })));
  expect(hashOf(page({}, 'Other'))).not.toBe(hashOf(page({})));
  expect(hashOf('text')).toBe(sha256('text'));
});

test('the script that the service worker imports has one hash in all revisions, unless it has code', () => {
  const hashOf = (name: string, text: string) => documentHashes([{ name, text }])[name];
  const imported = (revision: number, code = '') =>
    hashOf('slipway-revision.js', `self.slipwayRevision=${JSON.stringify({ revision })};\n${code}`);
  expect(imported(1)).toBe(imported(2));
  expect(imported(1, 'run()')).not.toBe(imported(1));
  const other = (revision: number) =>
    hashOf('other.js', `self.slipwayRevision={"revision":${String(revision)}};\n`);
  expect(other(1)).not.toBe(other(2));
});

test('the icon has the hash of its integrity', () => {
  const { 'favicon.ico': icon } = documentHashes([{ name: 'favicon.ico', text: '<svg/>' }]);
  expect(icon).toMatch(/^[0-9a-f]{64}$/);
  expect(icon).not.toBe(documentHashes([{ name: 'icon.html', text: '<svg/>' }])['icon.html']);
});

test('the changes of a revision are those of all its parts, whatever the order of their fields', () => {
  const slices = Object.fromEntries(Object.entries(composition.slices).reverse());
  const owner = sliceToCompose({ id: 'billing', owner: 'others', routes: [], slots: [], preload: {} });
  const contents: RevisionContent[] = [
    { composition, settings: undefined, documents: { '/': 'a' } },
    { composition: { ...composition, slices, revision: 7 }, settings, documents: { '/': 'b' } },
    { composition: testComposition([market, owner]), settings, documents: {} },
    { composition: testComposition([owner]), settings: { ...settings }, documents: { '/': 'b' } },
  ];
  const partsIn = (one: RevisionContent) => partsOf(one.composition, one.settings, one.documents);
  for (const after of contents) {
    expect(changesOfRevision(undefined, after)).toEqual(partChanges({}, partsIn(after)));
    for (const before of contents)
      expect(changesOfRevision(before, after)).toEqual(partChanges(partsIn(before), partsIn(after)));
  }
});

test('changes are sorted, and name what was added, removed and replaced', () => {
  const before = { shell: '1', 'slice old': '2', 'slice same': '3' };
  const after = { 'slice same': '3', 'slice new': '4', shell: '5' };
  const changes = partChanges(before, after);
  expect(Object.entries(changes)).toEqual([
    ['shell', ['1', '5']],
    ['slice new', [null, '4']],
    ['slice old', ['2', null]],
  ]);
});

test('a policy names changed slices, the shell, and settings for everything else, each once', () => {
  const changes = Object.fromEntries(
    ['slice billing', 'shell', 'document /', 'backend', 'allowOverrides'].map((name) => [
      name,
      ['a', 'b'] as const,
    ]),
  );
  expect(changedApps(changes)).toEqual(['billing', 'shell', 'settings']);
  expect(changedApps({ 'document /': ['a', 'b'] })).toEqual([]);
});
