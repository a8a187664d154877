/** The release of a slice in one environment: version, age, canary and health. */
import type { HealthRow } from '@slipway/cli/console';
import { Badge, Stack, Text } from '@slipway/design-system';
import { isFailing } from '../data/attention';
import { age, duration, number, percent, short } from '../data/format';
import type { Cell } from '../data/rows';
import { text } from '../messages';

export function ReleaseCell({ cell, left }: { cell: Cell; left: string | undefined }) {
  const { stable, canary, health, canaryHealth } = cell;
  if (!stable) return <Text tone="subtle">{text.absent}</Text>;
  return (
    <Stack gap="xs" align="start">
      <Stack as="span" direction="row" gap="sm">
        <Text as="code" size="sm">
          {short(stable.version)}
        </Text>
        {stable.isDrift && left !== undefined && (
          <Badge tone="info" title={text.differentFrom(left)}>
            {text.different}
          </Badge>
        )}
      </Stack>
      {stable.at !== undefined && (
        <Text as="span" size="xs" tone="muted">
          {text.ageBy(age(stable.at), stable.author ?? '')}
        </Text>
      )}
      {health && <HealthLine row={health} />}
      {canary?.percent !== undefined && (
        <Stack gap="xxs" align="start">
          <Badge tone="warning">{text.canary(short(canary.version), canary.percent)}</Badge>
          {canaryHealth && <HealthLine row={canaryHealth} />}
        </Stack>
      )}
    </Stack>
  );
}

/** `1,200 views · 0.4% failed · LCP 1.9 s`. */
function HealthLine({ row }: { row: HealthRow }) {
  const { views, failureRate, errorRate, lcp } = row;
  const parts = [
    views === 1 ? '1 view' : `${number(views)} views`,
    ...(errorRate ? [text.errors(percent(errorRate))] : []),
    ...(lcp === null ? [] : [text.lcp(duration(lcp))]),
  ];
  return (
    <Stack as="span" direction="row" gap="sm" wrap>
      {failureRate !== null && failureRate > 0 && (
        <Badge tone={isFailing(row) ? 'danger' : 'neutral'}>{text.failed(percent(failureRate))}</Badge>
      )}
      <Text as="span" size="xs" tone="muted">
        {parts.join(' · ')}
      </Text>
    </Stack>
  );
}
