/** The actions of the details dialog. A sample has none: they need the backend. */
import { useLayoutEffect, useRef } from 'react';
import { Button, Icon, LinkButton } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import type { Agent } from '../../data/agents';
import { deployAddress } from '../../data/deployAddress';
import type { Installer } from '../../data/installs';
import { t as shared } from '../../messages';
import { t } from './messages';
import { InstallButton } from '../../components/InstallButton';

interface DetailsActionsProps {
  agent: Agent;
  installer: Installer;
}

export function DetailsActions({ agent, installer }: DetailsActionsProps) {
  const hasRoute = useHasRoute();
  const isInstalled = installer.isInstalled(agent.id);
  const install = useRef<HTMLButtonElement>(null);
  // The Uninstall button had the focus, and was removed.
  const wasInstalled = useRef(isInstalled);
  useLayoutEffect(() => {
    if (wasInstalled.current && !isInstalled && document.activeElement === document.body)
      install.current?.focus();
    wasInstalled.current = isInstalled;
  }, [isInstalled]);
  return (
    <>
      {isInstalled && (
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
        hasRoute('/deployments') && <LinkButton href={deployAddress(agent.id)}>{shared('deploy')}</LinkButton>
      )}
      <InstallButton ref={install} variant="primary" agent={agent} installer={installer} />
    </>
  );
}
