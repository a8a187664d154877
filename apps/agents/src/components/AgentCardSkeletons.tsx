/** Placeholders for the cards of the creator's agents, of the same size. */
import type { ReactNode } from 'react';
import { Grid, ItemCard, Skeleton, SkeletonText, Stack, Text, VisuallyHidden } from '@slipway/design-system';
import { t } from '../messages';

export const AgentCardSkeletons = ({ count }: { count: number }) => (
  <Grid aria-busy="true" role="status">
    <VisuallyHidden>{t('loading')}</VisuallyHidden>
    {Array.from({ length: count }, (_, card) => (
      <Stack key={card} aria-hidden="true" data-skeleton="">
        <ItemCard
          picture={<Skeleton shape="block" width="2.5rem" height="2.5rem" />}
          title={<Skeleton width="9rem" />}
          footer={block('9.5rem')}
        >
          <Text as="div" size="sm">
            <SkeletonText lines={2} />
          </Text>
          <Stack gap="xs">
            {row(text('3rem'), text('4rem'))}
            {row(text('5rem'), text('4rem'))}
            {row(text('6rem'), text('4rem'))}
          </Stack>
          {row(text('9rem'), block('4.75rem'))}
        </ItemCard>
      </Stack>
    ))}
  </Grid>
);

const block = (width: string) => <Skeleton shape="block" width={width} height="2rem" />;

const text = (width: string) => (
  <Text as="div" size="sm">
    <Skeleton width={width} />
  </Text>
);

const row = (start: ReactNode, end: ReactNode) => (
  <Stack direction="row" justify="between" gap="md">
    {start}
    {end}
  </Stack>
);
