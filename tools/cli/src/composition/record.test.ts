/** Records of revisions: what is stored, what older stores contain, and what changed since when. */
import { describe, expect, it } from 'vitest';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import {
  differencesBetween,
  parseRecord,
  recordOf,
  type RevisionRecord,
  settingsBetween,
  stableVersion,
  unknownRecord,
} from './record';

const MARKET = sliceRelease().version;
const SHELL = shellRelease().version;

const at = '2026-11-21T09:00:00.000Z';
const newer = { percent: 10, release: sliceRelease({ version: 'c1' }) };
const first = testComposition([sliceToCompose(), sliceToCompose({ id: 'other', version: 'o1' })], {
  createdAt: at,
});
const by = (author: string) => ({ author, reason: `by ${author}` });
const firstRecord = recordOf(first, undefined, differencesBetween(undefined, first), by('Ada'));

describe('recordOf', () => {
  it('records the first revision', () => {
    const since = { revision: 1, at, author: 'Ada' };
    expect(firstRecord).toEqual({
      schema: 2,
      previous: 0,
      author: 'Ada',
      reason: 'by Ada',
      changes: [
        { kind: 'stable', app: 'market', from: null, to: MARKET },
        { kind: 'stable', app: 'other', from: null, to: 'o1' },
        { kind: 'stable', app: 'shell', from: null, to: SHELL },
      ],
      settings: [],
      since: { stable: { shell: since, market: since, other: since }, canaries: {} },
    });
  });

  it('keeps the time and author of what did not change, and starts a canary', () => {
    const later = '2026-11-22T09:00:00.000Z';
    const second = testComposition(
      [sliceToCompose({}, { canary: newer }), sliceToCompose({ id: 'other', version: 'o2' })],
      { revision: 2, createdAt: later },
    );
    const differences = differencesBetween(first, second);
    const record = recordOf(second, { composition: first, record: firstRecord }, differences, by('Bea'));
    const old = { revision: 1, at, author: 'Ada' };
    const now = { revision: 2, at: later, author: 'Bea' };
    expect(record.previous).toBe(1);
    expect(record.since).toEqual({
      stable: { shell: old, market: old, other: now },
      canaries: { market: now },
    });
    expect(record.changes.map(({ kind, app }) => [kind, app])).toEqual([
      ['canary', 'market'],
      ['stable', 'other'],
    ]);
  });

  it('survives storage', () => {
    expect(parseRecord(JSON.parse(JSON.stringify(firstRecord)), 'record.json')).toEqual(firstRecord);
  });
});

describe('differencesBetween', () => {
  const content = testComposition([sliceToCompose()]);
  const fallback = { version: 'f1', base: '/slices/market/f1/', release: 'sha384-x' };

  it('is empty when only the revision and its time differ', () => {
    const later = { ...content, revision: 9, createdAt: at };
    expect(differencesBetween(content, later)).toEqual({ changes: [], settings: [] });
  });

  it('names the settings that differ', () => {
    const changed = { ...content, allowOverrides: true, backend: { url: '/', key: 'x' } };
    expect(differencesBetween(content, changed).settings).toEqual(['backend', 'allowOverrides']);
  });

  it('reports a fallback that a slice loses while it keeps its version', () => {
    const before = testComposition([sliceToCompose({}, { fallback })]);
    expect(differencesBetween(before, content).settings).toEqual(['fallback']);
    expect(differencesBetween(content, before).settings).toEqual([]);
    const updated = testComposition([sliceToCompose({ version: 'm2' })]);
    expect(differencesBetween(before, updated).settings).toEqual([]);
  });

  it('compares no settings for the first revision, where settingsBetween lists all', () => {
    expect(differencesBetween(undefined, content).settings).toEqual([]);
    expect(settingsBetween(undefined, content)).toContain('backend');
  });
});

describe('stableVersion', () => {
  it('finds the shell and the slices', () => {
    expect(stableVersion(first, 'shell')).toBe(SHELL);
    expect(stableVersion(first, 'other')).toBe('o1');
    expect(stableVersion(first, 'missing')).toBeUndefined();
  });
});

describe('parseRecord', () => {
  const older = {
    previous: 3,
    author: 'Ada',
    reason: 'grow',
    changes: [
      { part: 'market', from: null, to: 'm1' },
      { part: 'market canary', from: null, to: 'c1 10%' },
      { part: 'other canary', from: 'c2 50%', to: null },
    ],
    settings: ['backend'],
    since: {
      market: { revision: 4, at, author: 'Ada' },
      'market canary': { revision: 5, at, author: 'Bea' },
    },
  };

  it('converts a record from before canaries had a type', () => {
    expect(parseRecord(older, 'record.json')).toEqual<RevisionRecord>({
      schema: 2,
      previous: 3,
      author: 'Ada',
      reason: 'grow',
      changes: [
        { kind: 'stable', app: 'market', from: null, to: 'm1' },
        { kind: 'canary', app: 'market', from: null, to: { version: 'c1', percent: 10 } },
        { kind: 'canary', app: 'other', from: { version: 'c2', percent: 50 }, to: null },
      ],
      settings: ['backend'],
      since: {
        stable: { market: { revision: 4, at, author: 'Ada' } },
        canaries: { market: { revision: 5, at, author: 'Bea' } },
      },
    });
  });

  it.each([
    ['nothing', null, /record\.json/],
    ['text', 'x', /record\.json/],
    ['another schema', { ...unknownRecord, schema: 3 }, /record\.json: schema: must be 2/],
    [
      'an unknown kind of change',
      { ...unknownRecord, changes: [{ kind: 'x', app: 'a' }] },
      /changes\.0\.kind/,
    ],
    ['an older record without its changes', { ...older, changes: undefined }, /record\.json: changes/],
  ])('rejects %s', (_what, input, message) => {
    expect(() => parseRecord(input, 'record.json')).toThrow(message);
  });
});
