/** The release of a slice in one environment: version, age, canary and health. */
import { Badge, Stack, Text } from '@slipway/design-system';
import { age, short } from '../data/format';
import type { Cell } from '../data/rows';
import { text } from '../messages';
import { HealthLine } from './HealthLine';

export function ReleaseCell({ cell, left }: { cell: Cell; left: string | undefined }) {
  const { stable, canary, health, canaryHealth, healthState } = cell;
  if (!stable)
    return (
      <Text as="span" size="xs" tone="subtle">
        {text.absent}
      </Text>
    );
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
      <HealthLine state={healthState} row={health} since={stable.at} />
      {canary?.percent !== undefined && (
        <Stack gap="xxs" align="start">
          <Badge tone="warning">{text.canary(short(canary.version), canary.percent)}</Badge>
          <HealthLine state={healthState} row={canaryHealth} since={canary.at} />
        </Stack>
      )}
    </Stack>
  );
}
