/** Text for the terminal. */
import { describe, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import { rejectUnknownArguments } from './arguments';
import { author } from './author';
import { age, canaryText, changeLines, count, shortVersion, table } from './text';

it('aligns the columns of a table', () => {
  expect(
    table([
      ['', 'one', 'other'],
      ['long name', 'x', ''],
    ]),
  ).toBe('           one  other\nlong name  x');
});

it.each([
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [3_599_999, '59m'],
  [3_600_000, '1h'],
  [86_400_000, '1d'],
  [-5_000, '0s'],
])('shows an age of %d ms as %s', (passed, shown) => {
  expect(age(new Date(1e12 - passed).toISOString(), 1e12)).toBe(shown);
});

it('shortens versions', () => {
  expect(shortVersion('1a2b3c4d5e6f7a8b')).toBe('1a2b3c4d');
  expect(shortVersion(null)).toBe('none');
  expect(canaryText({ version: '1a2b3c4d5e6f7a8b', percent: 5 })).toBe('1a2b3c4d 5%');
  expect(canaryText(null)).toBe('none');
});

it('counts in the singular and the plural', () => {
  expect([count(0, 'release'), count(1, 'release'), count(2, 'release')]).toEqual([
    '0 releases',
    '1 release',
    '2 releases',
  ]);
});

it('shows one change per line', () => {
  const canary = { version: '1a2b3c4d5e6f7a8b', percent: 10 };
  expect(
    changeLines([
      { kind: 'stable', app: 'market', from: null, to: '1a2b3c4d5e6f7a8b' },
      { kind: 'canary', app: 'market', from: canary, to: { ...canary, percent: 50 } },
    ]),
  ).toEqual(['market none → 1a2b3c4d', 'market canary 1a2b3c4d 10% → 1a2b3c4d 50%']);
});

describe('the author of a change', () => {
  it('is the first variable that is set', () => {
    expect(author({ SLIPWAY_AUTHOR: 'Ada', GITHUB_ACTOR: 'octocat' }, '/')).toBe('Ada');
    expect(author({ SLIPWAY_AUTHOR: ' ', GITHUB_ACTOR: ' octocat ' }, '/')).toBe('octocat');
  });

  it('is a user of Git or of the machine without them', () => {
    expect(author({}, '/')).not.toBe('');
  });
});

describe('rejectUnknownArguments', () => {
  const args = {
    slice: { type: 'positional', required: true },
    env: { type: 'string', required: true },
    note: { type: 'string' },
    all: { type: 'boolean' },
  } as const;
  const problem = (raw: string[], takesMany = false): string => {
    try {
      rejectUnknownArguments('test', raw, args, takesMany);
      return '';
    } catch (error) {
      return error instanceof AppError ? error.message : String(error);
    }
  };

  it.each([
    [['a', '--env', 'x']],
    [['--env=x', 'a', '--all']],
    [['a', '--env', 'x', '--note', 'with = and spaces']],
    [['a', '--env', 'x', '--note=-1']],
    [['-1', '--env', 'x']],
  ])('accepts %j', (raw) => {
    expect(problem(raw)).toBe('');
  });

  it.each<[string[], string]>([
    [
      ['a', '--env', 'x', '--nope'],
      'slipway test has no option --nope (did you mean --note?): it has <slice> and --env, --note, --all',
    ],
    [['a', '--env', 'x', '-e'], 'slipway test has no option -e: it has <slice> and --env, --note, --all'],
    [['a', '--env', 'x', '--all=1'], '--all takes no value'],
    [['a', '--env'], '--env needs a value'],
    [['a', '--env='], '--env needs a value'],
    [['a', '--env', '--all'], '--env needs a value (if it starts with a hyphen, write --env=…)'],
    [['a', '--env', 'x', '--env=y'], '--env is given twice'],
    [['', '--env', 'x'], '<slice> is empty'],
    [['a'], 'slipway test needs --env'],
    [['--env', 'x'], 'slipway test needs <slice>'],
    [['a', 'b', '--env', 'x'], 'slipway test takes one argument, and 2 were given'],
  ])('rejects %j', (raw, message) => {
    expect(problem(raw)).toBe(`${message}; see slipway test --help`);
  });

  it('accepts several positional arguments where a command takes many', () => {
    expect(problem(['a', 'b', '--env', 'x'], true)).toBe('');
  });
});
