/** Values that manifests describe: their types, defaults, and both sides of a slot. */
import { expect, expectTypeOf, it } from 'vitest';
import { fieldMismatches, fieldProblems, fieldValues, type ValuesOf } from './fields';
import { parseManifest } from './manifest';

const fields = {
  size: { type: 'number', default: 10, min: 1, max: 50 },
  layout: { type: 'string', oneOf: ['list', 'grid'] },
  hint: { type: 'string', optional: true },
  tags: { type: 'list', default: [] },
} as const;

it('infers the types of the values', () => {
  expectTypeOf<ValuesOf<typeof fields>>().branded.toEqualTypeOf<{
    readonly size: number;
    readonly layout: 'list' | 'grid';
    readonly hint?: string;
    readonly tags: readonly string[];
  }>();
});

it('names every value that does not fit', () => {
  expect(fieldProblems(fields, { layout: 'grid' })).toEqual([]);
  expect(fieldProblems(fields, { size: 99, layout: 'map', theme: 'red', tags: [1] })).toEqual([
    'theme is unknown; known: size, layout, hint, tags',
    'size must be from 1 to 50',
    'layout must be list or grid',
    'tags must be a list of texts',
  ]);
  expect(fieldProblems(fields, {})).toEqual(['layout is missing, and has no default']);
});

it('names only the limits that a number has', () => {
  const limits = {
    most: { type: 'number', max: 50 },
    least: { type: 'number', min: 1 },
    any: { type: 'number' },
  } as const;
  expect(fieldProblems(limits, { most: 99, least: 0, any: Number.NaN })).toEqual([
    'most must be at most 50',
    'least must be at least 1',
    'any must be a number',
  ]);
});

it('fills in defaults, also for a value of an earlier release', () => {
  expect(fieldValues(fields, { size: 'big', layout: 'list' })).toEqual({
    size: 10,
    layout: 'list',
    tags: [],
  });
});

it('compares what a page passes with what a filler expects', () => {
  expect(
    fieldMismatches(fields, { layout: { type: 'string' }, hint: { type: 'string', optional: true } }),
  ).toEqual([]);
  expect(
    fieldMismatches(fields, {
      hint: { type: 'string' },
      size: { type: 'string' },
      user: { type: 'string' },
      layout: { type: 'string', oneOf: ['list'] },
    }),
  ).toEqual([
    'hint may be absent',
    'size is a number, not a string',
    'user is not passed',
    'layout may be grid',
  ]);
});

it('rejects manifests whose slots, flags and defaults do not fit together', () => {
  const manifest = { id: 'a', owner: 'a-team', contract: 1, routes: [], slots: [], nav: [] };
  const filling = { name: 'b.actions', version: 1, props: {} };
  const wrong = (change: object) => () => parseManifest({ ...manifest, ...change });
  expect(wrong({ slots: [filling] })).not.toThrow();
  expect(wrong({ slots: [{ ...filling, props: undefined }] })).toThrow('unknown slot b.actions');
  expect(wrong({ slots: [{ ...filling, when: { flag: 'x' } }] })).toThrow('which flags does not list');
  expect(wrong({ offers: [filling] })).toThrow('b.actions must start with "a."');
  expect(wrong({ config: { size: { type: 'number', default: 'big' } } })).toThrow(
    'has a default that is no value',
  );
});
