/** Shown instead of a form to a user who is signed in: the way to what the user came for. */
import { Button, Card, LinkButton, Page, Stack } from '@slipway/design-system';
import { useHasRoute, useReturnPath } from '@slipway/platform';
import { signOut } from '@slipway/session';
import { t } from '../../messages';

interface AlreadySignedInProps {
  email: string;
  /** The visitor came to publish an agent, or to sign in. */
  offers: 'agents' | 'dashboard';
}

export function AlreadySignedIn({ email, offers }: AlreadySignedInProps) {
  const hasRoute = useHasRoute();
  const destination = useReturnPath();
  const leadsToAgents = destination === undefined && offers === 'agents' && hasRoute('/agents');
  return (
    <Page title={t('alreadyTitle')} description={t('alreadyText', { email })} width="narrow">
      <Stack gap="xl">
        <Card>
          <Stack gap="sm">
            {destination !== undefined && (
              <LinkButton size="lg" variant="primary" href={destination}>
                {t('continue')}
              </LinkButton>
            )}
            {leadsToAgents && (
              <LinkButton size="lg" variant="primary" href="/agents">
                {t('toAgents')}
              </LinkButton>
            )}
            <LinkButton
              size="lg"
              variant={destination === undefined && !leadsToAgents ? 'primary' : undefined}
              href="/dashboard"
            >
              {t('toDashboard')}
            </LinkButton>
          </Stack>
        </Card>
        <Stack align="start">
          <Button variant="quiet" flush="start" onClick={() => void signOut()}>
            {t('signOut')}
          </Button>
        </Stack>
      </Stack>
    </Page>
  );
}
