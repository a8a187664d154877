/**
 * An agent's name, with an icon when it runs on an external site.
 * `<bdi>` keeps a right-to-left name from reordering the text around it.
 */
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
