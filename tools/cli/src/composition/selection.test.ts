/** Selections: read from a composition, edited, compared. */
import { describe, expect, it } from 'vitest';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import {
  applyEdits,
  type Canary,
  changeName,
  changesBetween,
  releasesIn,
  type Selection,
  selectionOf,
} from './selection';

const MARKET = sliceRelease().version;
const SHELL = shellRelease().version;

const selection = (stable: Record<string, string>, canaries: Record<string, Canary> = {}): Selection => ({
  stable: new Map(Object.entries(stable)),
  canaries: new Map(Object.entries(canaries)),
});
const canary: Canary = { version: 'c1', percent: 10 };
const withCanary = testComposition([
  sliceToCompose({}, { canary: { percent: 10, release: sliceRelease({ version: 'c1' }) } }),
  sliceToCompose({ id: 'other', version: 'o1' }),
]);

describe('selectionOf', () => {
  it('is empty before the first deploy', () => {
    expect(selectionOf(undefined)).toEqual(selection({}));
  });

  it('has the stable releases of the shell and the slices, and the canaries', () => {
    expect(selectionOf(withCanary)).toEqual(
      selection({ shell: SHELL, market: MARKET, other: 'o1' }, { market: canary }),
    );
  });
});

it('lists every release that a visitor may get', () => {
  expect(releasesIn(withCanary)).toEqual([
    { id: 'shell', version: SHELL },
    { id: 'market', version: MARKET },
    { id: 'other', version: 'o1' },
    { id: 'market', version: 'c1' },
  ]);
});

describe('applyEdits', () => {
  const current = selection({ shell: 's1', market: 'm1' }, { market: canary });

  it('keeps everything without edits', () => {
    expect(applyEdits(current, {})).toEqual(current);
  });

  it('sets and removes stable releases', () => {
    const edits = {
      stable: new Map([
        ['market', undefined],
        ['notes', 'n1'],
      ]),
    };
    expect(applyEdits(current, edits)).toEqual(selection({ shell: 's1', notes: 'n1' }, { market: canary }));
  });

  it('sets and ends canaries', () => {
    expect(applyEdits(current, { canaries: new Map([['market', undefined]]) }).canaries).toEqual(new Map());
    const grown = { ...canary, percent: 50 };
    expect(applyEdits(current, { canaries: new Map([['market', grown]]) }).canaries.get('market')).toBe(
      grown,
    );
  });

  it('starts from the base instead of the current selection', () => {
    const edits = { base: selection({ shell: 's0' }), stable: new Map([['market', 'm2']]) };
    expect(applyEdits(current, edits)).toEqual(selection({ shell: 's0', market: 'm2' }));
  });

  it('does not change the selection it is given', () => {
    applyEdits(current, { stable: new Map([['market', 'm2']]) });
    expect(current.stable.get('market')).toBe('m1');
  });
});

describe('changesBetween', () => {
  it('is empty for equal selections', () => {
    expect(
      changesBetween(selection({ a: '1' }, { a: canary }), selection({ a: '1' }, { a: { ...canary } })),
    ).toEqual([]);
  });

  it('lists additions, updates and removals by name, a stable release before its canary', () => {
    const before = selection({ market: 'm1', old: 'o1' }, { old: canary });
    const after = selection({ market: 'm2', agents: 'a1' }, { market: canary });
    expect(changesBetween(before, after)).toEqual([
      { kind: 'stable', app: 'agents', from: null, to: 'a1' },
      { kind: 'stable', app: 'market', from: 'm1', to: 'm2' },
      { kind: 'canary', app: 'market', from: null, to: canary },
      { kind: 'stable', app: 'old', from: 'o1', to: null },
      { kind: 'canary', app: 'old', from: canary, to: null },
    ]);
  });

  it.each([
    ['share', { ...canary, percent: 20 }],
    ['version', { ...canary, version: 'c2' }],
  ])('sees another %s of a canary', (_what, changed) => {
    const stable = { market: 'm1' };
    expect(
      changesBetween(selection(stable, { market: canary }), selection(stable, { market: changed })),
    ).toEqual([{ kind: 'canary', app: 'market', from: canary, to: changed }]);
  });
});

it('names a change for messages', () => {
  expect(changeName({ kind: 'stable', app: 'market' })).toBe('market');
  expect(changeName({ kind: 'canary', app: 'market' })).toBe('the canary of market');
});
