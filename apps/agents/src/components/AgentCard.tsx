/** One of the creator's agents, as a card. */
import { AgentIcon, ItemCard, Stack, Text } from '@slipway/design-system';
import { pictureUrl } from '@slipway/data';
import { formats } from '@slipway/platform';
import type { Agent } from '../data/agents';
import { type Action, AgentActions } from './AgentActions';
import { hasEnded, lifecycleOf } from '../data/lifecycle';
import { t } from '../features/studio/messages';
import { AgentFacts } from './AgentFacts';
import { LifecycleBadge } from './LifecycleBadge';
import { NextStep } from './NextStep';
import { TWO_LINES } from './twoLines';

export interface AgentViewProps {
  agent: Agent;
  /** Undefined until loaded. */
  interactions: number | undefined;
  /** It is withdrawn, and running deployments end with it. */
  hasDeployments: boolean;
  isBusy: boolean;
  onAction: (action: Action) => void;
}

export function AgentCard({ agent, interactions, hasDeployments, isBusy, onAction }: AgentViewProps) {
  const end =
    hasDeployments && agent.calls_end_at !== null
      ? t(hasEnded(agent.calls_end_at) ? 'deploymentsEnded' : 'deploymentsEnd', {
          day: formats.date(agent.calls_end_at),
        })
      : undefined;
  return (
    <ItemCard
      picture={
        <AgentIcon
          name={agent.name}
          category={agent.category}
          color={agent.color}
          src={pictureUrl(agent.icon)}
        />
      }
      title={<bdi>{agent.name}</bdi>}
      footer={<AgentActions agent={agent} isBusy={isBusy} onAction={onAction} />}
    >
      <Stack minHeight={TWO_LINES}>
        <Text size="sm" tone="muted" lines={3} dir="auto">
          {agent.description}
        </Text>
      </Stack>
      <AgentFacts
        status={<LifecycleBadge agent={agent} />}
        interactions={interactions}
        updatedAt={agent.updated_at}
      />
      <NextStep
        agent={agent}
        end={end}
        onPublish={() => {
          onAction('publish');
        }}
      />
      {end !== undefined && lifecycleOf(agent) !== 'archived' && (
        <Text size="sm" tone="subtle">
          {end}
        </Text>
      )}
    </ItemCard>
  );
}
