/** As tall as the chart with its title, its legend and its axes. */
import { Skeleton, Stack, Text, VisuallyHidden } from '@slipway/design-system';
import { t } from '../messages';

export function UsageChartSkeleton() {
  return (
    <Stack aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Stack gap="sm">
        <Text as="div" size="sm">
          <Skeleton width="14rem" />
        </Text>
        <Text as="div" size="xs">
          <Skeleton width="18rem" />
        </Text>
      </Stack>
      <Skeleton shape="block" height="15.75rem" />
    </Stack>
  );
}
