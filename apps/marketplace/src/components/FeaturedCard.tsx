/** A featured agent on the landing page, with a link to its details. */
import { AgentIcon, Badge, ItemCard, LinkButton, Rating, Text } from '@slipway/design-system';
import { pictureUrl } from '@slipway/data';
import { defaultFilter } from '../data/search';
import type { FeaturedAgent } from '../data/featured';
import { t as shared } from '../messages';
import { t } from '../features/featured/messages';
import { AgentName } from './AgentName';
import { Description } from './Description';
import { byline, priceLabel } from './labels';
import { Tags } from './Tags';

const TAGS = 2;

export function FeaturedCard({ agent }: { agent: FeaturedAgent }) {
  const { averageRating, reviewCount } = agent;
  return (
    <ItemCard
      picture={
        <AgentIcon
          name={agent.name}
          category={agent.category}
          color={agent.color}
          src={pictureUrl(agent.icon)}
        />
      }
      title={<AgentName name={agent.name} externalOnly={agent.external_only} />}
      aside={<Badge tone={agent.pricing_model === 'free' ? 'success' : 'neutral'}>{priceLabel(agent)}</Badge>}
      byline={
        <Text size="sm" tone="subtle">
          {byline(agent.creator?.full_name)}
        </Text>
      }
      footer={
        <>
          <Rating
            average={averageRating}
            count={reviewCount}
            label={shared('rating', { average: averageRating, count: reviewCount })}
          />
          <LinkButton
            size="sm"
            href={`/marketplace?agent=${encodeURIComponent(agent.id)}`}
            aria-label={t('viewDetailsOf', { name: agent.name })}
          >
            {t('viewDetails')}
          </LinkButton>
        </>
      }
    >
      <Description text={agent.description} />
      <Tags filter={defaultFilter} tags={agent.tags} limit={TAGS} />
    </ItemCard>
  );
}
