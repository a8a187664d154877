/** An agent in the search results. */
import { memo } from 'react';
import {
  AgentIcon,
  Badge,
  Button,
  FootLine,
  Icon,
  ItemCard,
  LinkButton,
  Stack,
  Text,
  VisuallyHidden,
} from '@slipway/design-system';
import { pictureUrl } from '@slipway/data';
import { useHasRoute } from '@slipway/platform';
import type { Filter, Listing } from '../data/search';
import { listingRatings } from '../data/rating';
import type { Installer } from '../data/installs';
import { t as shared } from '../messages';
import { t } from '../features/search/messages';
import { AgentName } from './AgentName';
import { AgentRating } from './AgentRating';
import { Description } from './Description';
import { InstallButton } from './InstallButton';
import { deployAddress } from '../data/deployAddress';
import { byline, categoryName, priceLabel } from './labels';
import { Tags } from './Tags';

const TAGS = 3;

interface ListingCardProps {
  listing: Listing;
  /** The filter of the results; tag links extend it. */
  filter: Filter;
  installer: Installer;
  onOpenDetails: (id: string) => void;
  /** Offers to deploy the agent instead of installing it. */
  isKept?: boolean;
}

export const ListingCard = memo(function ListingCard(props: ListingCardProps) {
  const { listing, filter, installer, onOpenDetails, isKept = false } = props;
  return (
    <ItemCard
      level={2}
      picture={
        <AgentIcon
          name={listing.name}
          category={listing.category}
          color={listing.color}
          src={pictureUrl(listing.icon)}
        />
      }
      title={<AgentName name={listing.name} externalOnly={listing.external_only} />}
      aside={
        <Badge tone={listing.pricing_model === 'free' ? 'success' : 'neutral'}>{priceLabel(listing)}</Badge>
      }
      byline={
        <Text size="sm" tone="subtle">
          <bdi>{byline(listing.creator_name)}</bdi> · {categoryName(listing.category)}
        </Text>
      }
      footerLines={2}
      footer={
        <>
          <FootLine>
            <AgentRating ratings={listingRatings(listing)} />
            <Text as="span" size="sm" tone="muted">
              <Stack as="span" direction="row" gap="xs">
                <Icon name="download" size={14} />
                {shared('downloads', { count: listing.installs })}
                <VisuallyHidden> {shared('downloadsUnit', { count: listing.installs })}</VisuallyHidden>
              </Stack>
            </Text>
          </FootLine>
          <FootLine>
            <Button
              size="sm"
              variant="quiet"
              aria-haspopup="dialog"
              aria-label={t('previewOf', { name: listing.name })}
              onClick={() => {
                onOpenDetails(listing.agent_id);
              }}
            >
              {t('preview')}
            </Button>
            {isKept && !listing.external_only ? (
              <DeployOrInstall listing={listing} installer={installer} />
            ) : (
              <Install listing={listing} installer={installer} />
            )}
          </FootLine>
        </>
      }
    >
      <Description text={listing.description} />
      <Tags tags={listing.tags} limit={TAGS} filter={filter} />
    </ItemCard>
  );
});

type ActionProps = Pick<ListingCardProps, 'listing' | 'installer'>;

const Install = ({ listing, installer }: ActionProps) => (
  <InstallButton size="sm" agent={{ id: listing.agent_id, name: listing.name }} installer={installer} />
);

/** A separate component: only it renders again when the page learns of more routes. */
function DeployOrInstall({ listing, installer }: ActionProps) {
  const hasRoute = useHasRoute();
  if (!hasRoute('/deployments')) return <Install listing={listing} installer={installer} />;
  return (
    <LinkButton
      size="sm"
      href={deployAddress(listing.agent_id)}
      aria-label={t('deployOf', { name: listing.name })}
    >
      {shared('deploy')}
    </LinkButton>
  );
}
