/** An agent's price, rating, downloads, tags and description. */
import type { ReactNode } from 'react';
import { Badge, Skeleton, Stack, Text } from '@slipway/design-system';
import { Markdown } from '@slipway/design-system/markdown';
import type { Agent } from '../data/agents';
import type { Ratings } from '../data/rating';
import type { Filter } from '../data/search';
import { AgentRating } from './AgentRating';
import { priceLabel } from './labels';
import { t } from '../messages';
import { Tags } from './Tags';

interface AgentSummaryProps {
  agent: Agent;
  /** Without a rating when it is unknown. */
  ratings: Ratings | 'loading' | undefined;
  filter: Filter;
  /** A button beside these facts. */
  action?: ReactNode;
}

export function AgentSummary({ agent, ratings, filter, action }: AgentSummaryProps) {
  return (
    <>
      <Stack direction="row" gap="md" wrap>
        <Badge tone={agent.pricing_model === 'free' ? 'success' : 'neutral'}>{priceLabel(agent)}</Badge>
        {ratings === 'loading' ? (
          <Text as="span" size="sm">
            <Skeleton width="4.25rem" />
          </Text>
        ) : (
          ratings && <AgentRating ratings={ratings} />
        )}
        <Text as="span" size="sm" tone="muted">
          {t('downloads', { count: agent.install_count })}{' '}
          {t('downloadsUnit', { count: agent.install_count })}
        </Text>
        {action}
        <Tags tags={agent.tags} limit={agent.tags.length} filter={filter} />
      </Stack>
      <Markdown text={agent.description?.trim() ? agent.description : t('noDescription')} />
    </>
  );
}
