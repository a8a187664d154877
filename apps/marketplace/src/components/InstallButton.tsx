/** Installs an agent. Once installed it is inert but stays focusable, so the keyboard focus is not lost. */
import { Button, type ButtonProps } from '@slipway/design-system';
import type { Installer } from '../data/installs';
import { t } from '../features/search/messages';

interface InstallButtonProps extends Pick<ButtonProps, 'ref' | 'size' | 'variant'> {
  agent: { id: string; name: string };
  installer: Installer;
}

export function InstallButton({
  agent,
  installer,
  size = 'md',
  variant = 'secondary',
  ...rest
}: InstallButtonProps) {
  const isInstalled = installer.isInstalled(agent.id);
  return (
    <Button
      {...rest}
      size={size}
      variant={variant}
      busy={installer.isChanging(agent.id)}
      done={isInstalled}
      aria-disabled={!installer.isReady || undefined}
      aria-label={t(isInstalled ? 'installedOf' : 'installOf', { name: agent.name })}
      onClick={() => {
        if (installer.isReady) installer.install(agent);
      }}
    >
      {t(isInstalled ? 'installed' : 'install')}
    </Button>
  );
}
