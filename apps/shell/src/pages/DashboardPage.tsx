/** `/dashboard`: who is signed in, and where to go from here. */
import { Button, Card, Grid, Heading, LinkButton, Page, Stack, Text, toast } from '@slipway/design-system';
import { type SignedInUser, signOut, useSession } from '@slipway/session';
import { t } from '../messages';

async function handleSignOut(): Promise<void> {
  try {
    await signOut();
  } catch {
    toast.error(t('signOutFailed'));
  }
}

const facts = (user: SignedInUser) => [
  [t('status'), t('signedIn')],
  [t('email'), user.email],
  [t('userId'), `${user.id.slice(0, 8)}…`],
  [t('emailConfirmed'), user.emailConfirmedAt ? t('yes') : t('no')],
];

export default function DashboardPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return null; // the guard shows what to do
  return (
    <Page title={t('dashboard')}>
      <Grid min="20rem">
        <Card>
          <Stack>
            <Heading level={2} size="lg">
              {t('authenticationStatus')}
            </Heading>
            <Grid as="dl" min="16rem" gap="md">
              {facts(session.user).map(([term, fact]) => (
                <div key={term}>
                  <Text as="dt" size="sm" tone="muted">
                    {term}
                  </Text>
                  <Text as="dd" weight="medium">
                    {fact}
                  </Text>
                </div>
              ))}
            </Grid>
            <div>
              <Button onClick={() => void handleSignOut()}>{t('signOut')}</Button>
            </div>
          </Stack>
        </Card>
        <Card>
          <Stack>
            <Heading level={2} size="lg">
              {t('quickActions')}
            </Heading>
            <div>
              <LinkButton variant="primary" href="/marketplace">
                {t('browseMarketplace')}
              </LinkButton>
            </div>
          </Stack>
        </Card>
      </Grid>
    </Page>
  );
}
