/** The actions of the details dialog. A sample has none: they need the backend. */
import { Button, Icon, LinkButton } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import { useSession } from '@slipway/session';
import type { Agent } from '../../data/agents';
import type { Installer } from '../../data/installs';
import { t as shared } from '../../messages';
import { t } from './messages';
import { InstallButton } from '../../components/InstallButton';
import { FavoriteButton } from '../kept/FavoriteButton';

interface DetailsActionsProps {
  agent: Agent;
  installer: Installer;
}

export function DetailsActions({ agent, installer }: DetailsActionsProps) {
  const hasRoute = useHasRoute();
  const session = useSession();
  return (
    <>
      {session.status === 'signed-in' && <FavoriteButton agent={agent} userId={session.user.id} />}
      {installer.isInstalled(agent.id) && (
        <Button
          variant="quiet"
          busy={installer.isChanging(agent.id)}
          onClick={() => {
            installer.uninstall(agent);
          }}
        >
          {t('uninstall')}
        </Button>
      )}
      {agent.external_only && agent.external_url !== null ? (
        <LinkButton href={agent.external_url} target="_blank" rel="noopener noreferrer">
          {t('openSite')}
          <Icon name="external" label={t('opensInNewTab')} size={14} />
        </LinkButton>
      ) : (
        hasRoute('/deployments') && (
          <LinkButton href={`/deployments?agent=${agent.id}`}>{shared('deploy')}</LinkButton>
        )
      )}
      <InstallButton variant="primary" agent={agent} installer={installer} />
    </>
  );
}
