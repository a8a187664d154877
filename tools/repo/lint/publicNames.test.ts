/**
 * Shared libraries have versions: adding an exported name requires a minor bump, removing one a major bump, so that a
 * shell without the name rejects a slice that imports it. `publicNames.json` records the names of each version;
 * `npm run names -w @slipway/repo` updates it after a bump.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNames, type PublicNames, readNames } from './publicNames';

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'publicNames.json'), 'utf8')) as Record<
  string,
  PublicNames
>;
const now = readNames();

describe('the public names of the shared libraries', () => {
  it.each(Object.keys(now))('%s match those recorded for its version', (name) => {
    expect(checkNames(recorded[name], now[name])).toEqual([]);
  });

  it('cover every shared library', () => {
    expect(Object.keys(now)).toEqual([
      '@slipway/contracts',
      '@slipway/data',
      '@slipway/design-system',
      '@slipway/keys',
      '@slipway/log',
      '@slipway/platform',
      '@slipway/session',
      '@slipway/state',
    ]);
    for (const { names } of Object.values(now)) expect(names.length).toBeGreaterThan(0);
    expect(now['@slipway/design-system']?.names).toContain('./overlays: Dialog');
  });
});

describe('a change of names', () => {
  const before = { version: '1.2.0', names: ['.: A', '.: B'] };

  it.each([
    ['nothing changed', '1.2.0', ['.: A', '.: B'], []],
    ['an addition without a bump', '1.2.1', ['.: A', '.: B', '.: C'], ['1.3.0 at least, for: .: C']],
    ['an addition with its minor', '1.3.0', ['.: A', '.: B', '.: C'], ['not recorded: .: C']],
    ['a removal with a minor', '1.3.0', ['.: A'], ['2.0.0 at least, without: .: B']],
    ['a removal with its major', '2.0.0', ['.: A'], ['not recorded, gone: .: B']],
  ])('%s', (_, version, names, complaints) => {
    expect(checkNames(before, { version, names })).toEqual(complaints);
  });

  it('a library that was never recorded', () => {
    expect(checkNames(undefined, before)).toEqual(['never recorded']);
  });
});
