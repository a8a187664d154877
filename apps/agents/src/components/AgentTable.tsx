/** The creator's agents as a sortable table. */
import { Stack, Table } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Agent } from '../data/agents';
import { lifecycleOf } from '../data/lifecycle';
import { t as shared } from '../messages';
import { t } from '../features/studio/messages';
import { AgentActions } from './AgentActions';
import type { AgentViewProps } from './AgentCard';
import { Day } from './Day';
import { LifecycleBadge } from './LifecycleBadge';

interface AgentTableProps {
  agents: readonly Agent[];
  viewOf: (agent: Agent) => AgentViewProps;
}

export function AgentTable({ agents, viewOf }: AgentTableProps) {
  const of = (agent: Agent) => viewOf(agent).interactions;
  return (
    <Table
      caption={t('ownAgents')}
      captionHidden
      rows={agents}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: shared('name'),
          cell: ({ name }) => <bdi>{name}</bdi>,
          sortBy: ({ name }) => name,
        },
        {
          id: 'status',
          header: t('status'),
          cell: (agent) => <LifecycleBadge agent={agent} />,
          sortBy: lifecycleOf,
        },
        {
          id: 'interactions',
          header: shared('interactions'),
          align: 'end',
          cell: (agent) => {
            const count = of(agent);
            return count === undefined ? '–' : formats.integer(count);
          },
          sortBy: (agent) => of(agent) ?? 0,
        },
        {
          id: 'installs',
          header: shared('installs'),
          align: 'end',
          cell: ({ install_count }) => formats.integer(install_count),
          sortBy: ({ install_count }) => install_count,
        },
        {
          id: 'updated',
          header: t('lastUpdated'),
          cell: ({ updated_at }) => <Day time={updated_at} />,
          sortBy: ({ updated_at }) => updated_at,
        },
        {
          id: 'actions',
          header: t('actions'),
          cell: (agent) => (
            <Stack direction="row" gap="sm">
              <AgentActions {...viewOf(agent)} />
            </Stack>
          ),
        },
      ]}
    />
  );
}
