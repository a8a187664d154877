/** The releases that visitors had in the period, newest first. */
import type { HealthRow, Part, ReleaseInfo } from '@slipway/cli/console';
import { Badge, type Column, Section, Stack, Table, Text } from '@slipway/design-system';
import { shownShare, shownTime } from '../../components/figures';
import { SeeFailures } from '../../components/SeeFailures';
import { isFailing } from '../../data/attention';
import { number, short } from '../../data/format';
import { text } from '../../messages';

export interface ReleaseHealthProps {
  rows: readonly HealthRow[];
  /** The releases of the slice that the environment runs. */
  running: readonly Part[];
  /** Newest first. */
  published: readonly ReleaseInfo[];
}

const rateOf = ({ failureRate }: HealthRow) => failureRate ?? 0;

/** A release that `published` lacks is older than all that it has. */
function newestFirst(rows: readonly HealthRow[], published: readonly ReleaseInfo[]): HealthRow[] {
  const place = new Map(published.map(({ version }, index) => [version, index]));
  const placeOf = ({ version }: HealthRow) => place.get(version) ?? published.length;
  return [...rows].sort((one, next) => placeOf(one) - placeOf(next));
}

export function ReleaseHealth({ rows, running, published }: ReleaseHealthProps) {
  const worst = rows.filter(isFailing).sort((one, next) => rateOf(next) - rateOf(one))[0];
  const columns: Column<HealthRow>[] = [
    {
      id: 'version',
      header: text.version,
      cell: (row) => (
        <Stack as="span" direction="row" gap="sm" wrap>
          <Text as="code" size="sm">
            {short(row.version)}
          </Text>
          {running.some(({ kind, version }) => kind === row.group && version === row.version) && (
            <Badge tone="success">{text.runsNow}</Badge>
          )}
          {row === worst && <SeeFailures>{text.worst}</SeeFailures>}
        </Stack>
      ),
    },
    { id: 'group', header: text.group, cell: ({ group }) => text.groups[group] },
    {
      id: 'views',
      header: text.statViews,
      align: 'end',
      cell: ({ views }) => number(views),
      sortBy: ({ views }) => views,
    },
    {
      id: 'failed',
      header: text.failureRate,
      align: 'end',
      cell: (row) => shownShare(row.failureRate),
      sortBy: rateOf,
    },
    { id: 'errors', header: text.errorRate, align: 'end', cell: (row) => shownShare(row.errorRate) },
    { id: 'lcp', header: text.lcpColumn, align: 'end', cell: (row) => shownTime(row.lcp) },
    { id: 'inp', header: text.inpColumn, align: 'end', cell: (row) => shownTime(row.inp) },
    {
      id: 'routes',
      header: text.failingRoutes,
      cell: ({ failingRoutes }) =>
        failingRoutes.map(({ route, failedViews }) => `${route} (${number(failedViews)})`).join(', ') ||
        text.none,
    },
  ];
  return (
    <Section title={text.releasesInPeriod}>
      {rows.length === 0 ? (
        <Text tone="muted">{text.releasesInPeriodEmpty}</Text>
      ) : (
        <Table
          caption={text.tableOf(text.releasesInPeriod)}
          captionHidden
          onPhones="cards"
          columns={columns}
          rows={newestFirst(rows, published)}
          rowKey={({ version, group }) => `${version} ${group}`}
        />
      )}
    </Section>
  );
}
