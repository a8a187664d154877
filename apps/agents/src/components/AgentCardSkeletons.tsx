/** Placeholders for the cards of the creator's agents, of the same size. */
import { Grid, ItemCard, Skeleton, SkeletonText, Stack, Text, VisuallyHidden } from '@slipway/design-system';
import { t } from '../messages';
import { TWO_LINES } from './AgentCard';

export const AgentCardSkeletons = ({ count }: { count: number }) => (
  <Grid aria-busy="true" role="status">
    <VisuallyHidden>{t('loading')}</VisuallyHidden>
    {Array.from({ length: count }, (_, card) => (
      <Stack key={card} aria-hidden="true" data-skeleton="">
        <AgentCardSkeleton />
      </Stack>
    ))}
  </Grid>
);

const button = (width: string) => <Skeleton shape="block" width={width} height="2rem" />;

/** A name and its value. */
const Fact = ({ width }: { width: string }) => (
  <Stack direction="row" justify="between" gap="md">
    <Text as="div" size="sm">
      <Skeleton width={width} />
    </Text>
    <Text as="div" size="sm">
      <Skeleton width="4rem" />
    </Text>
  </Stack>
);

const AgentCardSkeleton = () => (
  <ItemCard
    picture={<Skeleton shape="block" width="2.5rem" height="2.5rem" />}
    title={<Skeleton width="9rem" />}
    footer={
      <>
        <Stack direction="row" gap="sm">
          {button('5.5rem')}
          {button('3.5rem')}
        </Stack>
        {button('2rem')}
      </>
    }
  >
    <Stack minHeight={TWO_LINES}>
      <Text as="div" size="sm">
        <SkeletonText lines={2} />
      </Text>
    </Stack>
    <Stack gap="xs">
      <Fact width="3rem" />
      <Fact width="5rem" />
      <Fact width="6rem" />
    </Stack>
    <Stack direction="row" justify="between" gap="md">
      <Text as="div" size="sm">
        <Skeleton width="9rem" />
      </Text>
      {button('4.75rem')}
    </Stack>
  </ItemCard>
);
