/**
 * Placeholders for the cards of the creator's agents, of the same size. In the prerendered page, the first
 * response fills names and descriptions (decision 108).
 */
import type { ReactNode } from 'react';
import { Grid, ItemCard, Skeleton, SkeletonText, Stack, Text, VisuallyHidden } from '@slipway/design-system';
import type { Agent } from '../data/agents';
import { t } from '../features/studio/messages';
import { TWO_LINES } from './twoLines';

/** The fields of an agent whose text the skeletons stand for. */
const fields = { title: 'name', text: 'description' } as const satisfies Record<string, keyof Agent>;

export const AgentCardSkeletons = ({ count }: { count: number }) => (
  <Grid aria-busy="true" role="status">
    <VisuallyHidden>{t('loading')}</VisuallyHidden>
    {Array.from({ length: count }, (_, card) => (
      <Stack key={card} aria-hidden="true" data-skeleton="">
        <ItemCard
          picture={<Skeleton shape="block" width="2.5rem" height="2.5rem" />}
          title={
            <bdi data-fill={fields.title}>
              <Skeleton width="9rem" />
            </bdi>
          }
          footer={block('9.5rem')}
        >
          <Stack minHeight={TWO_LINES}>
            <Text as="div" size="sm" tone="muted" lines={3} dir="auto" data-fill={fields.text}>
              <SkeletonText lines={2} />
            </Text>
          </Stack>
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
