/** The health of a release in one line: `Failing 80% failed 30 views · LCP 1.9 s`. Its place is the same while it loads. */
import type { HealthRow } from '@slipway/cli/console';
import { Badge, Skeleton, Stack, Text } from '@slipway/design-system';
import { isAllBefore, isFailing } from '../data/attention';
import { duration, percent } from '../data/format';
import type { Cell } from '../data/rows';
import { text } from '../messages';

export interface HealthLineProps {
  state: Cell['healthState'];
  /** Undefined without a view in the period. */
  row: HealthRow | undefined;
  /** When the release began to run. */
  since: string | undefined;
}

const BADGE_HEIGHT = '1.375rem';
/** The width of `Failing 80% failed 310 views · LCP 1.9 s`. */
const WIDTH = '17rem';

export function HealthLine({ state, row, since }: HealthLineProps) {
  return (
    <Stack as="span" direction="row" gap="sm" wrap minHeight={BADGE_HEIGHT} minWidth={WIDTH}>
      {state === 'loading' ? (
        <Skeleton width="11rem" />
      ) : row ? (
        <Figures row={row} since={since} />
      ) : (
        <Text as="span" size="xs" tone="subtle">
          {state === 'known' ? text.noViews : text.healthUnknown}
        </Text>
      )}
    </Stack>
  );
}

function Figures({ row, since }: { row: HealthRow; since: string | undefined }) {
  const { views, failureRate, errorRate, lcp } = row;
  const isBad = isFailing(row);
  const parts = [
    ...(failureRate && !isBad ? [text.failed(percent(failureRate))] : []),
    text.views(views) + (since !== undefined && isAllBefore(row, since) ? `, ${text.allBefore}` : ''),
    ...(errorRate ? [text.errors(percent(errorRate))] : []),
    ...(lcp === null ? [] : [text.lcp(duration(lcp))]),
  ];
  return (
    <>
      {isBad && (
        <>
          <Badge tone="danger">{text.showUnhealthy}</Badge>
          <Text as="span" size="sm" weight="strong" tone="danger">
            {text.failed(percent(failureRate ?? 0))}
          </Text>
        </>
      )}
      <Text as="span" size="xs" tone="muted">
        {parts.join(' · ')}
      </Text>
    </>
  );
}
