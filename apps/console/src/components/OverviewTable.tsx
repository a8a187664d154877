/** Environments by slices. */
import type { OverviewEnvironment } from '@slipway/cli/console';
import { type Column, Link, Stack, Table, Text } from '@slipway/design-system';
import type { OverviewRow } from '../data/rows';
import { text } from '../messages';
import { ReleaseCell } from './ReleaseCell';

export interface OverviewTableProps {
  environments: readonly OverviewEnvironment[];
  rows: readonly OverviewRow[];
  /** The environment whose health the link of a slice shows. */
  linked: (row: OverviewRow) => string;
}

export function OverviewTable({ environments, rows, linked }: OverviewTableProps) {
  const columns: Column<OverviewRow>[] = [
    {
      id: 'slice',
      header: text.sliceColumn,
      sortBy: ({ slice }) => slice,
      cell: (row) => (
        <Stack gap="xxs" align="start">
          <Link href={linked(row)}>{row.slice}</Link>
          <Text as="span" size="xs" tone="muted">
            {row.routes.slice(0, 3).join(' ')}
          </Text>
        </Stack>
      ),
    },
    ...environments.map(({ environment, revision, error, unverified }, index): Column<OverviewRow> => ({
      id: environment,
      header:
        error === null
          ? [
              environment,
              revision === null ? text.runsNothing : text.revisionOf(revision),
              ...(unverified === null ? [] : [text.notVerified]),
            ].join(' · ')
          : `${environment} · ${text.notRead}`,
      cell: ({ cells }) => {
        const cell = cells[index];
        if (error !== null) return text.unknown;
        return cell && <ReleaseCell cell={cell} left={environments[index - 1]?.environment} />;
      },
    })),
  ];
  return (
    <Table
      caption={text.overview}
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={({ slice }) => slice}
    />
  );
}
