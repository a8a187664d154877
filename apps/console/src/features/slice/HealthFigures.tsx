/** The health of a slice's stable release, how long it has run, and how much of its health is from that time. */
import type { Health, Part } from '@slipway/cli/console';
import { Grid, Stack, StatCard, Text } from '@slipway/design-system';
import { FailedHint } from '../../components/FailedHint';
import { shownShare, shownTime } from '../../components/figures';
import { isAllBefore, isFailing } from '../../data/attention';
import { age, isBeforeLast, number, percent, short } from '../../data/format';
import { text } from '../../messages';

/** On phones, the longest of its texts has two lines. */
const SINCE_HEIGHT = 'clamp(0px, (27rem - 100vw) * 999, 3em)';

export interface HealthFiguresProps {
  health: Health;
  stable: Part | undefined;
  hours: number;
}

/** The health of the current release, even if most views of the period had another one. */
export function HealthFigures({ health, stable, hours }: HealthFiguresProps) {
  const row = health.rows.find((one) => one.group === 'stable' && one.version === stable?.version);
  return (
    <Stack gap="md">
      {stable && <RunsSince health={health} stable={stable} hours={hours} />}
      <Grid min="8rem" count={4}>
        <StatCard label={text.statViews} value={number(row?.views ?? 0)} hint={text.statViewsHint} />
        <StatCard
          label={text.statFailed}
          value={shownShare(row?.failureRate)}
          hint={<FailedHint isFailing={row !== undefined && isFailing(row)} />}
        />
        <StatCard label={text.statErrors} value={shownShare(row?.errorRate)} hint={text.statErrorsHint} />
        <StatCard label={text.statLcp} value={shownTime(row?.lcp)} hint={text.statLcpHint} />
      </Grid>
    </Stack>
  );
}

/** The views since `at`, when the release began to run, as text. */
function sinceText({ rows, rowsSince }: Health, version: string, at: string): string {
  const isSame = (one: Health['rows'][number]) => one.group === 'stable' && one.version === version;
  const [row, since] = [rows.find(isSame), rowsSince.find(isSame)];
  if (row && since && since.views > 0)
    return text.viewsSince(since.views, row.views, percent(since.failureRate ?? 0));
  if (!row || row.views === 0) return text.noViewsSince;
  return isAllBefore(row, at) ? text.figuresBefore : text.soonSince;
}

function startText({ version, revision, author = '' }: Part, at: string): string {
  return revision === undefined
    ? text.started(short(version), age(at))
    : text.startedBy(short(version), age(at), revision, author);
}

/** Replaces the figures and charts if there were no views. */
export function NoViews({ stable }: { stable: Part | undefined }) {
  const start = stable?.at === undefined ? '' : `${startText(stable, stable.at)}. `;
  return <Text size="sm">{`${start}${text.releasesInPeriodEmpty}`}</Text>;
}

function RunsSince({ health, stable, hours }: { health: Health; stable: Part; hours: number }) {
  const { version, at } = stable;
  if (at === undefined) return null;
  return (
    // Two lines of a fixed height, so that a rollback does not move the figures.
    <Text as="div" size="sm">
      <div>{`${startText(stable, at)}.`}</div>
      <Stack minHeight={SINCE_HEIGHT}>
        <strong>{isBeforeLast(hours, at) ? text.wholePeriod : sinceText(health, version, at)}</strong>
      </Stack>
    </Text>
  );
}
