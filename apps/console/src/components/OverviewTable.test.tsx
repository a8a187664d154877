/** An environment that cannot be read is unknown: it does not seem to run nothing. */
import type { OverviewEnvironment } from '@slipway/cli/console';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { overviewRows } from '../data/rows';
import { OverviewTable } from './OverviewTable';

afterEach(cleanup);

const environment = (name: string, given: Partial<OverviewEnvironment>): OverviewEnvironment => ({
  ...{
    environment: name,
    error: null,
    unverified: null,
    revision: null,
    notice: null,
    breakGlass: [],
    address: '',
    parts: [],
  },
  ...{ isPreview: false, createdAt: null, approvals: null, hasCanarySteps: false, allowOverrides: false },
  ...{ overrides: {}, grants: [], owners: {}, routes: {}, ...given },
});

test('unknown, not deployed, or a release', () => {
  const part = {
    kind: 'stable',
    app: 'billing',
    version: 'bbbbbbbbbb',
    isDrift: false,
    fallback: null,
  } as const;
  const environments = [
    environment('broken', { error: 'it was altered' }),
    environment('new', {}),
    environment('local', { revision: 2, parts: [part] }),
    environment('altered', { revision: 3, parts: [part], unverified: 'it was altered' }),
  ];
  const rows = overviewRows(environments, new Map());
  render(<OverviewTable environments={environments} rows={rows} linked={() => '/'} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'broken · could not be read',
      'new · runs nothing',
      'local · revision 2',
      'altered · revision 3 · Not verified',
    ]),
  );
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Unknown', 'Not deployed', 'bbbbbbbb']),
  );
});
