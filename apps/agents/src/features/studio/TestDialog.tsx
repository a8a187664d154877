/** Tests an agent in the playground, the same one as in the marketplace. */
import type { AgentTrial } from '@slipway/contracts';
import { Skeleton } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { Slot } from '@slipway/platform';
import { t } from '../../messages';

interface TestDialogProps {
  trial: AgentTrial;
  onClose: () => void;
}

export function TestDialog({ trial, onClose }: TestDialogProps) {
  return (
    <Dialog open kind="panel" size="lg" fills title={t('testTitle', { name: trial.name })} onClose={onClose}>
      <Slot
        name="agent.playground"
        props={{ ...trial, fills: true }}
        label={t('playground')}
        waiting={<Skeleton shape="block" height="16rem" />}
      />
    </Dialog>
  );
}
