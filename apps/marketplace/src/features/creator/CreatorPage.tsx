/** `/marketplace?creator=`: who a creator is, their figures and their agents. */
import { useQuery } from '@tanstack/react-query';
import {
  Avatar,
  CardSkeletons,
  EmptyState,
  Grid,
  Icon,
  Link,
  LinkButton,
  Page,
  Rating,
  Section,
  Stack,
  StatCard,
  Text,
} from '@slipway/design-system';
import { pictureUrl } from '@slipway/data';
import { QueryPanel } from '@slipway/platform';
import { type Creator, creatorQueries } from '../../data/creators';
import type { Installer } from '../../data/installs';
import { defaultFilter, type Listing } from '../../data/search';
import { ListingCard } from '../../components/ListingCard';
import { ViewTitle } from '../../components/ViewTitle';
import { t as shared } from '../../messages';
import { useMayRead } from '../session/useMayRead';
import { t } from './messages';

interface CreatorPageProps {
  creatorId: string;
  installer: Installer;
  onOpenDetails: (agentId: string) => void;
  /** Whether the details of an agent are open: the document has its name as the title. */
  isCovered: boolean;
}

/** The host without `www.`, then the path without a final slash. */
const shownLink = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '');
};

export function CreatorPage({ creatorId, installer, onOpenDetails, isCovered }: CreatorPageProps) {
  const query = useQuery({ ...creatorQueries.page(creatorId), enabled: useMayRead() });
  const creator = query.data;
  const name = creator ? (creator.name ?? shared('anonymous')) : undefined;
  return (
    <Page title={name ?? shared('creator')} description={<Link href="/marketplace">{t('allAgents')}</Link>}>
      {name !== undefined && !isCovered && <ViewTitle name={name} />}
      <QueryPanel
        query={query}
        failure={t('creatorFailed')}
        waiting={<CardSkeletons label={shared('loading')} picture footerLines={2} />}
      >
        {(data) =>
          data ? (
            <Stack gap="xxl">
              <About creator={data} />
              <Figures {...data.figures} />
              <Section title={t('creatorAgents')} gap="lg">
                <Grid as="ul" role="list">
                  {data.listings.map((listing: Listing) => (
                    <li key={listing.agent_id}>
                      <ListingCard
                        listing={listing}
                        filter={defaultFilter}
                        installer={installer}
                        onOpenDetails={onOpenDetails}
                      />
                    </li>
                  ))}
                </Grid>
              </Section>
            </Stack>
          ) : (
            <EmptyState
              icon={<Icon name="people" size={20} />}
              title={t('creatorNotFound')}
              description={t('creatorNotFoundHint')}
              action={<LinkButton href="/marketplace">{shared('backToResults')}</LinkButton>}
            />
          )
        }
      </QueryPanel>
    </Page>
  );
}

function About({ creator }: { creator: Creator }) {
  const { name, color, picture, about, links } = creator;
  return (
    <Stack direction="row" gap="lg" align="start">
      <Avatar name={name ?? undefined} color={color} src={pictureUrl(picture)} size={72} />
      <Stack gap="sm" grow>
        {about !== '' && (
          <Text as="div" dir="auto" preserveLines>
            {about}
          </Text>
        )}
        {links.length > 0 && (
          <Stack as="ul" role="list" direction="row" gap="lg" wrap>
            {links.map((url) => (
              <li key={url}>
                <Link href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
                  {shownLink(url)}
                </Link>
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </Stack>
  );
}

function Figures({ agents, installs, reviews, average }: Creator['figures']) {
  return (
    <Grid min="6rem" count={3}>
      <StatCard label={t('creatorFigureAgents')} value={shared('downloads', { count: agents })} />
      <StatCard label={t('creatorFigureInstalls')} value={shared('downloads', { count: installs })} />
      <StatCard
        label={t('creatorFigureRating')}
        value={
          <Rating
            average={average}
            count={reviews}
            label={shared('rating', { average, count: reviews })}
            // The card has no room for the default text.
            empty="–"
          />
        }
      />
    </Grid>
  );
}
