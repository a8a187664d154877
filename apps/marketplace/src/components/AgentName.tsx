/** An agent's name, with a mark when it runs elsewhere. What it does to the order of letters ends with it. */
import { Icon } from '@slipway/design-system';
import { t } from '../messages';

export function AgentName({ name, externalOnly }: { name: string; externalOnly: boolean }) {
  return (
    <>
      <bdi>{name}</bdi>
      {externalOnly && <Icon name="external" label={t('externalOnly')} size={14} />}
    </>
  );
}
