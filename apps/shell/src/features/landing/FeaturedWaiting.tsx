/** Placeholder of the featured agents, at their size, until the slice that shows them has loaded. */
import { CardSkeletons, LandingSection, Skeleton, Stack } from '@slipway/design-system';
import { t } from './messages';

export function FeaturedWaiting() {
  return (
    <LandingSection title={t('featured')}>
      <Stack gap="xxl">
        <CardSkeletons label={t('loadingAgents')} picture />
        <Stack direction="row" justify="center">
          <Skeleton shape="block" width="12rem" height="3rem" />
        </Stack>
      </Stack>
    </LandingSection>
  );
}
