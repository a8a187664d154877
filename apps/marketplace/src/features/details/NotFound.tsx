/** The details of an agent that is not in the marketplace. */
import { Button, EmptyState, Icon } from '@slipway/design-system';
import { t as shared } from '../../messages';
import { t } from './messages';

export function NotFound({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      icon={<Icon name="search" size={20} />}
      title={t('notFound')}
      description={t('notFoundHint')}
      action={<Button onClick={onClose}>{shared('backToResults')}</Button>}
    />
  );
}
