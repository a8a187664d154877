/** The loading state of the overview: a placeholder for each part. */
import { Skeleton, Stack, Text } from '@slipway/design-system';
import { AttentionLoading } from './AttentionPlace';
import { TableSkeleton } from './TableSkeleton';

export function OverviewSkeleton() {
  return (
    <Stack gap="xl">
      <AttentionLoading />
      <Skeleton shape="block" height="2.5rem" width="min(100%, 60rem)" />
      <Text as="div" size="sm">
        <Skeleton width="9rem" />
      </Text>
      <TableSkeleton />
    </Stack>
  );
}
