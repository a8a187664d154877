/** The health of a slice's stable release, and the releases that visitors had in the period. */
import type { Health, HealthRow } from '@slipway/cli/console';
import { Badge, type Column, Grid, Section, Stack, StatCard, Table, Text } from '@slipway/design-system';
import { isFailing } from '../../data/attention';
import { duration, number, percent, short } from '../../data/format';
import { text } from '../../messages';

const shownShare = (share: number | null | undefined) => (share == null ? text.unknown : percent(share));
const shownTime = (ms: number | null | undefined) => (ms == null ? text.unknown : duration(ms));

/** The health of the current release, even if most views of the period had another one. */
export function HealthFigures({ health, version }: { health: Health; version: string | undefined }) {
  const row = health.rows.find((one) => one.group === 'stable' && one.version === version);
  const hint = version === undefined ? undefined : text.statHint(short(version));
  return (
    <Grid min="8rem" count={4}>
      <StatCard label={text.statViews} value={number(row?.views ?? 0)} hint={hint} />
      <StatCard
        label={text.statFailed}
        value={shownShare(row?.failureRate)}
        hint={row && isFailing(row) ? <Badge tone="danger">{text.showUnhealthy}</Badge> : hint}
      />
      <StatCard label={text.statErrors} value={shownShare(row?.errorRate)} hint={hint} />
      <StatCard label={text.statLcp} value={shownTime(row?.lcp)} hint={hint} />
    </Grid>
  );
}

const rateOf = ({ failureRate }: HealthRow) => failureRate ?? 0;

export function ReleaseHealth({ health }: { health: Health }) {
  const worst = health.rows.filter(isFailing).sort((one, next) => rateOf(next) - rateOf(one))[0];
  const columns: Column<HealthRow>[] = [
    {
      id: 'version',
      header: text.version,
      cell: (row) => (
        <Stack as="span" direction="row" gap="sm">
          <Text as="code" size="sm">
            {short(row.version)}
          </Text>
          {row === worst && <Badge tone="danger">{text.worst}</Badge>}
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
        failingRoutes.map(({ route, failedViews }) => `${route} (${number(failedViews)})`).join(', '),
    },
  ];
  return (
    <Section title={text.releasesInPeriod}>
      {health.rows.length === 0 ? (
        <Text tone="muted">{text.releasesInPeriodEmpty}</Text>
      ) : (
        <Table
          caption={text.tableOf(text.releasesInPeriod)}
          captionHidden
          onPhones="cards"
          columns={columns}
          rows={health.rows}
          rowKey={({ version, group }) => `${version} ${group}`}
        />
      )}
    </Section>
  );
}
