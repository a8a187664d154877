/**
 * The panel of a shared conversation, which the slice that makes the links fills. The fragment of the address is the key:
 * it stays there, because the reader needs it, and browsers send it to no server (decision 062).
 */
import { Skeleton } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { openSlot, useLocation } from '@slipway/platform';
import { manifest } from '../../../slice.manifest';
import { t } from '../search/messages';

const Conversation = openSlot(manifest, 'marketplace.conversation');

export function SharedConversation({ id, onClose }: { id: string; onClose: () => void }) {
  const { hash } = useLocation();
  return (
    // Focus the title: the conversation loads later, so the first control would be Close.
    <Dialog open kind="panel" size="lg" title={t('sharedConversation')} startsAtTitle onClose={onClose}>
      <meta name="robots" content="noindex" />
      <Conversation
        props={{ conversation: id, secret: hash.slice(1) }}
        label={t('sharedConversation')}
        waiting={<Skeleton shape="block" height="16rem" />}
      />
    </Dialog>
  );
}
