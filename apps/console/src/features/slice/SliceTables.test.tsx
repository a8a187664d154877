/** Two releases of one commit differ on screen when one was built with uncommitted changes. */
import type { ReleaseInfo } from '@slipway/cli/console';
import { cleanup, render, screen } from '@testing-library/react';
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
