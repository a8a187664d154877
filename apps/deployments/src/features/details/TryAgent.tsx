/** A conversation with the agent of a deployment. */
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@slipway/design-system';
import { Slot } from '@slipway/platform';
import { agentQueries, type OfferedAgent } from '../../data/agents';
import { t } from './messages';

/** On a phone the texts of slots have more lines. */
const HEIGHT = 'max(16rem, 20.9375rem - 17vw)';
const waiting = <Skeleton shape="block" height={HEIGHT} />;

export function TryAgent({ agent: { id, name } }: { agent: OfferedAgent }) {
  const look = useQuery(agentQueries.look(id));
  // Wait for the picture, which would otherwise change. After a failure, the name decides the picture.
  if (look.isPending) return waiting;
  return (
    <Slot
      name="agent.playground"
      props={{ name, agentId: id, ...look.data }}
      label={t('tryIt')}
      waiting={waiting}
    />
  );
}
