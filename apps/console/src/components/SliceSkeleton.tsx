/** A slice while it is loading: its filters and actions, its figures, tables and charts. */
import { Card, Grid, Skeleton, Stack, StatCard } from '@slipway/design-system';
import { text } from '../messages';
import { CanaryPlace } from './CanaryPlace';
import { FailedHint } from './FailedHint';
import { TableSkeleton } from './TableSkeleton';

/** Two in a row, one on narrow screens. */
export const CHART_WIDTH = 'max(26rem, 45%)';

export function SliceSkeleton() {
  return (
    <Stack gap="xxl">
      <Skeleton shape="block" height="2.5rem" width="min(100%, 24rem)" />
      <Stack gap="md">
        <Skeleton shape="block" height="2rem" width="10.5rem" />
        <CanaryPlace canary={undefined} hasCandidate>
          <Skeleton shape="block" height="2rem" width="7.5rem" />
        </CanaryPlace>
      </Stack>
      <HealthSkeleton />
    </Stack>
  );
}

/** The health of a slice while it loads. */
export function HealthSkeleton() {
  return (
    <>
      <Stack gap="md">
        <Skeleton width="min(100%, 24rem)" />
        <Grid min="8rem" count={4}>
          <StatCard busy value="" label={text.statViews} hint={text.statViewsHint} />
          <StatCard busy value="" label={text.statFailed} hint={<FailedHint />} />
          <StatCard busy value="" label={text.statErrors} hint={text.statErrorsHint} />
          <StatCard busy value="" label={text.statLcp} hint={text.statLcpHint} />
        </Grid>
      </Stack>
      <TableSkeleton rows={2} />
      <TableSkeleton rows={2} />
      <Grid min={CHART_WIDTH}>
        {Array.from({ length: 4 }, (_, chart) => (
          <Card key={chart}>
            <Skeleton shape="block" height="18rem" />
          </Card>
        ))}
      </Grid>
    </>
  );
}
