/** Installs an agent. Once installed it is inert but stays focusable, so the keyboard focus is not lost. */
import { Button, type ButtonProps } from '@slipway/design-system';
import type { Installer } from '../data/installs';
import { t } from '../messages';

interface InstallButtonProps extends Pick<ButtonProps, 'size'> {
  agent: { id: string; name: string };
  installer: Installer;
}

export function InstallButton({ agent, installer, size = 'md' }: InstallButtonProps) {
  const isInstalled = installer.isInstalled(agent.id);
  return (
    <Button
      size={size}
      variant={isInstalled ? 'secondary' : 'primary'}
      busy={installer.isChanging(agent.id)}
      aria-disabled={isInstalled}
      aria-label={t(isInstalled ? 'installedOf' : 'installOf', { name: agent.name })}
      onClick={() => {
        if (!isInstalled) installer.install(agent);
      }}
    >
      {t(isInstalled ? 'installed' : 'install')}
    </Button>
  );
}
