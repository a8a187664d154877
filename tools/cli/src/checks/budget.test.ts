/** The page budget: what each page loads from the shell and from slices. */
import { expect, it } from 'vitest';
import type { Candidate, ShellCandidate, SliceCandidate } from '../release/candidate';
import { shellRelease, sliceRelease } from '../testing/releases';
import { budgetFailures } from './budget';

/** A candidate in which every file has the same transfer size. */
const candidate = <Release extends Candidate['release']>(release: Release, size: number) => ({
  release,
  place: '',
  repair: '',
  read: () => Promise.resolve(undefined),
  sizes: () => Promise.resolve(new Map<string, number>()),
  transferSize: () => Promise.resolve(size),
});
// The shell's page loads 3 files that every page loads, its own, and 3 of the slot: 7 files of 100 bytes.
const shell: ShellCandidate = candidate(
  shellRelease({
    routes: [
      { path: '/', title: 'Home', access: 'public', shows: [{ name: 'landing.featured', version: 1 }] },
    ],
  }),
  100,
);
// The slice's page loads 3 files of the shell and 3 slice files: 600 bytes.
const slice: SliceCandidate = candidate(sliceRelease(), 100);

it('accepts pages of exactly the budget', async () => {
  expect(await budgetFailures(shell, [slice], 700)).toEqual([]);
});

it('rejects each page above the budget', async () => {
  expect(await budgetFailures(shell, [slice], 699)).toEqual([
    'The page / of shell loads 1 kB, and the budget is 1 kB: make it smaller, or raise "pageBudget"',
  ]);
  expect(await budgetFailures(shell, [slice], 599)).toHaveLength(2);
});

it('rounds sizes up to kilobytes', async () => {
  const large = candidate(sliceRelease(), 1_001);
  const [failure] = await budgetFailures(candidate(shellRelease(), 0), [large], 2_000);
  expect(failure).toContain('loads 4 kB, and the budget is 2 kB');
});

it('counts a file once, and preloaded files for every page', async () => {
  const withFont = candidate(
    shellRelease({ preload: ['font.woff2'], pages: { '/': ['main.js', 'page.js'] } }),
    100,
  );
  expect(await budgetFailures(withFont, [], 500)).toEqual([]);
  expect(await budgetFailures(withFont, [], 499)).toHaveLength(1);
});

it('has no limit without a budget', async () => {
  expect(await budgetFailures(shell, [candidate(sliceRelease(), 1e9)], undefined)).toEqual([]);
});
