/** `/dashboard`: who is signed in, and where to go from here. */
import { Button, Card, Grid, Heading, LinkButton, Page, Stack, Text, toast } from '@slipway/design-system';
import { type SignedInUser, signOut, useSession } from '@slipway/session';

async function handleSignOut(): Promise<void> {
  try {
    await signOut();
  } catch {
    toast.error('Failed to sign out. Please try again.');
  }
}

const facts = (user: SignedInUser) => [
  ['Status', 'Signed in'],
  ['Email', user.email],
  ['User ID', `${user.id.slice(0, 8)}…`],
  ['Email confirmed', user.emailConfirmedAt ? 'Yes' : 'No'],
];

export default function DashboardPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return null; // the guard shows what to do
  return (
    <Page title="Dashboard">
      <Grid min="20rem">
        <Card>
          <Stack>
            <Heading level={2} size="lg">
              Authentication status
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
              <Button onClick={() => void handleSignOut()}>Sign Out</Button>
            </div>
          </Stack>
        </Card>
        <Card>
          <Stack>
            <Heading level={2} size="lg">
              Quick Actions
            </Heading>
            <div>
              <LinkButton variant="primary" href="/marketplace">
                Browse Marketplace
              </LinkButton>
            </div>
          </Stack>
        </Card>
      </Grid>
    </Page>
  );
}
