/** `?links=`: the conversations that the user shares, also when no conversation is open. */
import { useRef } from 'react';
import { Button } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { t as shared } from '../../messages';
import { t } from './messages';
import { SharedLinks } from './SharedLinks';

export function LinksDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      startsAtTitle
      title={shared('sharedConversations')}
      description={t('shareText')}
      onClose={onClose}
      actions={
        <Button ref={done} onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <SharedLinks userId={userId} empty={t('howToShare')} onDeleted={() => done.current?.focus()} />
    </Dialog>
  );
}
