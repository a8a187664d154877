/** Settings of an environment that do not fit the slices that it runs. */
import { expect, it } from 'vitest';
import { testComposition, sliceToCompose, testEnvironment, testBackend } from '../testing/compositions';
import { compose } from '../composition/compose';
import { shellRelease, sliceRelease } from '../testing/releases';
import { settingsFailures } from './settings';

const slice = sliceRelease({
  config: { size: { type: 'number', default: 10, max: 50 } },
  flags: { grid: { description: 'A grid' }, hints: { description: 'Hints', default: true } },
});
const environment = (fields: object) => testEnvironment('staging', fields);

it('names the setting and the file, and ignores slices that do not run', () => {
  const good = {
    config: { market: { size: 20 }, later: { any: 1 } },
    flags: { market: { grid: { percent: 10 } } },
  };
  expect(settingsFailures(environment(good), [slice])).toEqual([]);
  const bad = { config: { market: { size: 99, color: 'red' } }, flags: { market: { gird: true } } };
  expect(settingsFailures(environment(bad), [slice])).toEqual([
    expect.stringContaining(
      'config.market.color is unknown; known: size. Correct the file of the environment',
    ),
    expect.stringMatching(/config\.market\.size must be at most 50\..*, then run slipway env apply$/),
    expect.stringContaining('flags.market.gird is unknown; known: grid, hints.'),
  ]);
});

it('ignores in a rollback what the release uses nothing of, and not a value that it needs', () => {
  const later = { config: { market: { size: 99, color: 'red' } }, flags: { market: { gird: true } } };
  expect(settingsFailures(environment(later), [slice], () => true)).toEqual([]);
  const needy = sliceRelease({ config: { size: { type: 'number' } } });
  expect(settingsFailures(environment({}), [needy], () => true)).toEqual([
    expect.stringContaining('config.market.size is missing, and has no default.'),
  ]);
});

it('composes the values of running slices, and the flags that are on by default', () => {
  const settings = {
    config: { market: { size: 20 }, later: { any: 1 } },
    flags: { market: { grid: { percent: 10 } } },
  };
  const composed = compose({
    ...{ environment: environment(settings), backend: testBackend, shell: shellRelease() },
    slices: [sliceToCompose(slice)],
  });
  expect(composed).toMatchObject({
    config: { market: { size: 20 } },
    flags: { market: { grid: { percent: 10 }, hints: true } },
  });
  expect(composed.config).not.toHaveProperty('later');
  expect(testComposition([sliceToCompose()])).not.toHaveProperty('flags');
});
