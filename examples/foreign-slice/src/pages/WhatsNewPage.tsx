/** `/whats-new`: the newest agents. Public. */
import { useQuery } from '@tanstack/react-query';
import {
  CardSkeletons,
  EmptyState,
  Grid,
  Heading,
  ItemCard,
  LinkButton,
  Page,
  Stack,
  Text,
} from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { useSession } from '@slipway/session';
import about from '../about.txt';
import { newestQuery } from '../data/newest';
import { t } from '../messages';

export default function WhatsNewPage() {
  const session = useSession();
  const newest = useQuery(newestQuery);

  return (
    <Page
      title={t('title')}
      description={about}
      action={<LinkButton href="/marketplace">{t('marketplace')}</LinkButton>}
    >
      <Stack>
        <QueryPanel
          query={newest}
          failure={t('failed')}
          waiting={<CardSkeletons label={t('waiting')} count={3} />}
          empty={<EmptyState title={t('empty')} />}
        >
          {(agents) => (
            <Stack>
              <Heading level={2}>{t('newest', { count: agents.length })}</Heading>
              <Grid>
                {agents.map(({ agent_id, name, description }) => (
                  <ItemCard key={agent_id} title={name}>
                    <Text size="sm">{description}</Text>
                  </ItemCard>
                ))}
              </Grid>
            </Stack>
          )}
        </QueryPanel>
        <Text tone="muted">
          {session.status === 'signed-in' ? t('signedIn', { email: session.user.email }) : t('visitor')}
        </Text>
      </Stack>
    </Page>
  );
}
