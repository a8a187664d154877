/** `/agents`: what this person made, newest first, the form that makes more, and three templates to begin from. */
import { EmptyState, Icon, LinkButton, Page } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import { t } from '../messages';
import { AgentStudio } from '../features/studio/AgentStudio';

export default function AgentsPage() {
  const session = useSession();
  // The guard stands before the page; this is for where it is shown without one.
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
