/** An agent that could not be created, among the agents: the form has what the user typed. */
import { AgentIcon, Badge, ItemCard, Text } from '@slipway/design-system';
import type { Draft } from '../data/draft';
import { t } from '../features/studio/messages';

export const DraftCard = ({ draft: { name, description } }: { draft: Draft }) => (
  <ItemCard
    picture={<AgentIcon name={name} category="" />}
    title={<bdi>{name}</bdi>}
    aside={<Badge tone="danger">{t('draftNotCreated')}</Badge>}
  >
    <Text size="sm" tone="muted" lines={3} dir="auto">
      {description}
    </Text>
  </ItemCard>
);
