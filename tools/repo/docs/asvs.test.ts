/** `docs/asvs.md` lists every requirement of ASVS 5.0.0, levels 1 and 2, with a proof that exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countsOf, type Requirement, requirementsOf, statuses } from './asvsDocument';
import { codeSpans, read, root } from './markdown';

/** Ids of ASVS 5.0.0 by level. */
const required = JSON.parse(
  readFileSync(join(import.meta.dirname, 'asvsRequirements.json'), 'utf8'),
) as Record<'L1' | 'L2', string[]>;

const document = read('docs/asvs.md');
const requirements = requirementsOf(document);

/** Roles that can own an open requirement. */
const owner = /Owners?: (?:backend|gateway|platform|operator|maintainers)\b/;

const pathsIn = ({ proof }: Requirement) =>
  codeSpans(proof).filter((code) => code.includes('/') && existsSync(join(root, code)));

const idsWhere = (isWrong: (requirement: Requirement) => boolean) =>
  requirements.filter(isWrong).map(({ id }) => id);

test('lists each requirement of level 1 and 2 once, in order, with its level', () => {
  const levels = new Map(Object.entries(required).flatMap(([level, ids]) => ids.map((id) => [id, level])));
  expect(levels.size).toBe(253);
  expect(requirements.map(({ id, level }) => `${id} ${level}`)).toEqual(
    [...levels]
      .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
      .map(([id, level]) => `${id} ${level}`),
  );
});

test('gives each requirement one of the four statuses, a subject and a reason', () => {
  expect(idsWhere(({ status }) => !(statuses as readonly string[]).includes(status))).toEqual([]);
  expect(idsWhere(({ subject, proof }) => subject === '' || proof === '')).toEqual([]);
});

test('names an existing file for each requirement that is met', () => {
  expect(idsWhere((each) => each.status === 'met' && pathsIn(each).length === 0)).toEqual([]);
});

test('names the owner of each open requirement', () => {
  expect(idsWhere(({ status, proof }) => status === 'open' && !owner.test(proof))).toEqual([]);
});

test('accepts only the exceptions that the specification demands', () => {
  expect(idsWhere(({ status }) => status === 'accepted exception')).toEqual(['6.2.5', '6.3.3']);
});

test('counts the statuses per level', () => {
  const countOf = (isCounted: (requirement: Requirement) => boolean) =>
    ['L1', 'L2'].map(
      (wanted) => requirements.filter((each) => each.level === wanted && isCounted(each)).length,
    );
  const withSum = ([one = 0, two = 0]: number[]) => [one, two, one + two];
  expect([...countsOf(document)]).toEqual([
    ...statuses.map((wanted) => [wanted, withSum(countOf(({ status }) => status === wanted))]),
    ['all', withSum(countOf(() => true))],
  ]);
});
