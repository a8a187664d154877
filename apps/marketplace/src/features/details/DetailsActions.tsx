/** What can be done with an agent; with a sample, only what needs no backend. */
import { Button, Icon, LinkButton } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import type { Agent } from '../../data/agents';
import type { Installs } from '../../data/installs';
import { t } from '../../messages';
import { InstallButton } from '../../components/InstallButton';

interface DetailsActionsProps {
  agent: Agent;
  isSample: boolean;
  installs: Installs;
}

export function DetailsActions({ agent, isSample, installs }: DetailsActionsProps) {
  const hasRoute = useHasRoute();
  return (
    <>
      {installs.isInstalled(agent.id) && (
        <Button
          variant="quiet"
          busy={installs.isChanging(agent.id)}
          onClick={() => {
            installs.uninstall(agent);
          }}
        >
          {t('uninstall')}
        </Button>
      )}
      {agent.external_only && agent.external_url !== null ? (
        <LinkButton href={agent.external_url} target="_blank" rel="noopener noreferrer">
          {t('openSite')}
          <Icon name="external" label={t('leaves')} size={14} />
        </LinkButton>
      ) : (
        !isSample &&
        hasRoute('/deployments') && (
          <LinkButton href={`/deployments?agent=${agent.id}`}>{t('deploy')}</LinkButton>
        )
      )}
      <InstallButton agent={agent} installs={installs} />
    </>
  );
}
