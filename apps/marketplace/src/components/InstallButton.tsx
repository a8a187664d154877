/** Installs an agent; afterwards it says so and does nothing more. It keeps the focus meanwhile. */
import { Button, type ButtonProps } from '@slipway/design-system';
import type { Installs } from '../data/installs';
import { t } from '../messages';

interface InstallButtonProps extends Pick<ButtonProps, 'size'> {
  agent: { id: string; name: string };
  installs: Installs;
}

export function InstallButton({ agent, installs, size = 'md' }: InstallButtonProps) {
  const isInstalled = installs.isInstalled(agent.id);
  return (
    <Button
      size={size}
      variant={isInstalled ? 'secondary' : 'primary'}
      busy={installs.isChanging(agent.id)}
      aria-disabled={isInstalled}
      aria-label={t(isInstalled ? 'installedOf' : 'installOf', { name: agent.name })}
      onClick={() => {
        if (!isInstalled) installs.install(agent);
      }}
    >
      {t(isInstalled ? 'installed' : 'install')}
    </Button>
  );
}
