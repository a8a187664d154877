/** `/agents`: the creator's agents, newest first, the form that creates and edits them, and templates. */
import { EmptyState, Icon, LinkButton, Page } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import { t } from '../features/studio/messages';
import { AgentStudio } from '../features/studio/AgentStudio';

export default function AgentsPage() {
  const session = useSession();
  // The route's guard asks visitors to sign in. This covers a host that renders the page without a guard.
  if (session.status !== 'signed-in') {
    return (
      <Page title={t('title')}>
        <EmptyState
          icon={<Icon name="agent" size={20} />}
          title={t('authRequired')}
          description={t('authRequiredHint')}
          action={
            <LinkButton variant="primary" href="/login">
              {t('signIn')}
            </LinkButton>
          }
        />
      </Page>
    );
  }
  return <AgentStudio creator={session.user.id} />;
}
