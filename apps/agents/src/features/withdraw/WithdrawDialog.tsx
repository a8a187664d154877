/** Asks before an agent that other users run is unpublished or archived. */
import { ConfirmDialog } from '@slipway/design-system/overlays';
import { formats } from '@slipway/platform';
import type { AgentDeployments } from '../../data/agentDeployments';
import { t as shared } from '../../messages';
import { t as studio } from '../studio/messages';
import { t } from './messages';

/** A withdrawal that waits for the user's confirmation. */
export interface Withdrawal extends AgentDeployments {
  id: string;
  name: string;
  action: 'unpublish' | 'archive';
}

interface WithdrawDialogProps {
  withdrawal: Withdrawal;
  onConfirm: () => void;
  onClose: () => void;
}

export function WithdrawDialog({ withdrawal, onConfirm, onClose }: WithdrawDialogProps) {
  const { name, action, others: count, endsAt } = withdrawal;
  return (
    <ConfirmDialog
      title={t(`title-${action}`, { name })}
      description={
        endsAt === null ? t('stopsAtOnce', { count }) : t('stopsOn', { count, day: formats.date(endsAt) })
      }
      confirmLabel={studio(action)}
      cancelLabel={shared('cancel')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
