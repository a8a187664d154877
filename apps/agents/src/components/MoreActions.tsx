/** The menu of a card. Its code loads when a user is about to open it: pages show without it. */
import { type ComponentProps, Suspense, useState, useTransition } from 'react';
import { Icon, IconButton } from '@slipway/design-system';
import type { MenuItem, MenuProps } from '@slipway/design-system/overlays';
import { lazyPart } from '@slipway/platform';
import { t } from '../features/studio/messages';

const load = async () => ({ default: (await import('@slipway/design-system/overlays')).Menu });
const LazyMenu = lazyPart<MenuProps>(load);

const prefetch = () => {
  load().catch(() => undefined); // the press reports it
};

interface MoreActionsProps {
  /** The name of the agent. */
  name: string;
  items: readonly MenuItem[];
}

export function MoreActions({ name, items }: MoreActionsProps) {
  const [opensAt, setOpensAt] = useState<MenuProps['opensAt']>();
  const [isLoading, startTransition] = useTransition();
  const label = t('moreActions', { name });

  const button = (props: Omit<ComponentProps<typeof IconButton>, 'label' | 'children'>) => (
    <IconButton {...props} size="sm" label={label}>
      <Icon name="more" />
    </IconButton>
  );
  // A transition, so that the button stays on screen with the focus until the menu has loaded.
  const open = (item: MenuProps['opensAt']) => {
    startTransition(() => {
      setOpensAt(item);
    });
  };
  const opener = button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isLoading,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => {
      open('first');
    },
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(event.key === 'ArrowUp' ? 'last' : 'first');
    },
  });

  return (
    <Suspense fallback={opener}>
      {opensAt ? (
        <LazyMenu label={label} align="end" items={items} opensAt={opensAt}>
          {button}
        </LazyMenu>
      ) : (
        opener
      )}
    </Suspense>
  );
}
