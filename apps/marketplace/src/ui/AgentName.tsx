/** An agent's name, with a mark when it runs elsewhere. */
import { Icon } from '@slipway/design-system';
import { t } from '../messages';

export function AgentName({ name, externalOnly }: { name: string; externalOnly: boolean }) {
  return (
    <>
      {name}
      {externalOnly && <Icon name="external" label={t('externalOnly')} size={14} />}
    </>
  );
}
