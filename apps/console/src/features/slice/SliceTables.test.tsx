/** The tables of a slice: marks, long texts, and hundreds of rows. */
import type { ReleaseInfo } from '@slipway/cli/console';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Changes, Releases } from './SliceTables';

afterEach(cleanup);

const release: ReleaseInfo = {
  ...{ version: 'aaaaaaaaaaaaaaaa', builtAt: '2026-11-23T10:00:00.000Z', owner: 'billing-team', error: null },
  commit: { hash: '1a2b3c4d5e6f', author: 'Ada', subject: 'Round totals' },
  ...{ hasUncommittedChanges: false, routes: ['/billing'], runs: [] },
};

test('a release with uncommitted changes is marked beside its commit', () => {
  render(
    <Releases
      releases={[release, { ...release, version: 'bbbbbbbbbbbbbbbb', hasUncommittedChanges: true }]}
    />,
  );
  expect(screen.getByText('1a2b3c4d Round totals')).toBeTruthy();
  expect(screen.getByText('1a2b3c4d Round totals, with uncommitted changes')).toBeTruthy();
});

test('a long reason wraps in its column instead of widening the table', () => {
  const reason = 'the canary is worse: '.repeat(20).trim();
  const mark = { environment: 'local', revision: 2, previous: 1, at: release.builtAt, author: 'Ada', reason };
  render(<Changes slice="billing" deploys={[{ ...mark, changes: [] }]} />);
  expect(screen.getByText(reason).closest('[data-contained]')).toBeTruthy();
});

test('a slice that runs and has no recent change is not said to be unchanged', () => {
  render(<Changes slice="billing" deploys={[]} />);
  expect(screen.getByText(/^None of the newest 200 revisions changed it/)).toBeTruthy();
});

test('a long name wraps in the column of changes', () => {
  const mark = { environment: 'local', revision: 2, previous: 1, at: release.builtAt, author: 'Ada' };
  const change = { kind: 'stable' as const, app: 'customer-account-settings', from: null, to: null };
  render(<Changes slice="billing" deploys={[{ ...mark, reason: 'x', changes: [change] }]} />);
  expect(screen.getByText(/^customer-account-settings/).closest('[data-contained]')).toBeTruthy();
});

test('the newest 20 rows are shown, and older ones on request; a part of them cannot be sorted', async () => {
  const numbers = Array.from({ length: 22 }, (_, index) => 22 - index);
  const mark = { environment: 'local', previous: 1, at: release.builtAt, author: 'Ada', reason: 'x' };
  render(
    <>
      <Changes slice="billing" deploys={numbers.map((revision) => ({ ...mark, revision, changes: [] }))} />
      <Releases
        releases={numbers.map((number) => ({ ...release, version: `${String(number)}`.padStart(16, '0') }))}
      />
    </>,
  );
  for (const [title, label, sort] of [
    ['Changes of billing', 'Show older revisions', 'When'],
    ['Published releases', 'Show older releases', 'Built'],
  ] as const) {
    const section = within(screen.getByRole('region', { name: title }));
    const count = () => section.getAllByRole('rowheader').length;
    expect(count()).toBe(20);
    expect(section.queryByRole('button', { name: sort })).toBeNull();
    await userEvent.click(section.getByRole('button', { name: label }));
    expect(count()).toBe(22);
    expect(section.queryByRole('button', { name: label })).toBeNull();
    expect(section.getByRole('button', { name: sort })).toBeTruthy();
  }
});
