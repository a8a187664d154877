/** The creator's agents: loading, failed, empty, as cards, or as a table. */
import { type RefObject, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  Button,
  Chip,
  ChipGroup,
  EmptyState,
  Grid,
  Heading,
  Icon,
  ReservedSpace,
  Stack,
} from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import type { Agent } from '../data/agents';
import type { Draft } from '../data/draft';
import { t } from '../features/studio/messages';
import { AgentCard, type AgentViewProps } from './AgentCard';
import { AgentCardSkeletons } from './AgentCardSkeletons';
import { AgentTable } from './AgentTable';
import { DraftCard } from './DraftCard';

/** Milliseconds after a press in which the user expects the page to move. Browsers excuse 500 (`layout-shift`). */
const EXPECTED = 400;

interface OwnAgentsProps {
  ref: RefObject<HTMLDivElement | null>;
  list: UseQueryResult<Agent[]>;
  /** Whether the data of every line of the cards has loaded. */
  isComplete: boolean;
  /** `waiting` while an agent is being created: shows a placeholder. A draft: the creation failed. */
  adding: 'waiting' | Draft | undefined;
  viewOf: (agent: Agent) => AgentViewProps;
  /** Undefined while the form is open. */
  onCreate: (() => void) | undefined;
}

export function OwnAgents({ ref, list, isComplete, adding, viewOf, onCreate }: OwnAgentsProps) {
  const [isTable, setTable] = useState(false);
  // The choice shows first.
  const showsTable = useDeferredValue(isTable);
  // On a slow device the agents change long after the press. They keep their height until then, so that nothing below
  // moves.
  const press = useRef({ time: Infinity, height: 0 });
  const [minHeight, setMinHeight] = useState<string>();
  useLayoutEffect(() => {
    const { time, height } = press.current;
    setMinHeight(performance.now() - time > EXPECTED ? `${String(height)}px` : undefined);
  }, [showsTable]);
  const choose = (next: boolean) => {
    press.current = { time: performance.now(), height: ref.current?.offsetHeight ?? 0 };
    setTable(next);
  };
  const skeleton = <AgentCardSkeletons count={1} />;
  const place =
    typeof adding === 'object' ? (
      <ReservedSpace placeholder={skeleton}>
        <DraftCard draft={adding} />
      </ReservedSpace>
    ) : (
      adding && skeleton
    );
  return (
    <Stack as="section" aria-labelledby="own-agents" minHeight={minHeight} ref={ref}>
      <Stack direction="row" justify="between" gap="md" minHeight="2rem" wrap>
        <Heading level={2} size="lg" id="own-agents">
          {t('ownAgents')}
        </Heading>
        {(list.data?.length ?? 0) > 0 && (
          <ChipGroup label={t('view')}>
            <Chip
              pressed={!isTable}
              onClick={() => {
                choose(false);
              }}
            >
              {t('asCards')}
            </Chip>
            <Chip
              pressed={isTable}
              onClick={() => {
                choose(true);
              }}
            >
              {t('asTable')}
            </Chip>
          </ChipGroup>
        )}
      </Stack>
      <QueryPanel
        query={list}
        failure={t('loadFailed')}
        waiting={<AgentCardSkeletons count={6} />}
        empty={
          place ?? (
            <EmptyState
              icon={<Icon name="agent" size={20} />}
              title={t('empty')}
              description={t('emptyHint')}
              action={onCreate && <Button onClick={onCreate}>{t('createFirst')}</Button>}
            />
          )
        }
      >
        {(agents) =>
          !isComplete ? (
            <AgentCardSkeletons count={agents.length} />
          ) : showsTable ? (
            <AgentTable agents={agents} viewOf={viewOf} />
          ) : (
            <Grid as="ul" role="list">
              {place && <li>{place}</li>}
              {agents.map((agent) => (
                <li key={agent.id}>
                  <AgentCard {...viewOf(agent)} />
                </li>
              ))}
            </Grid>
          )
        }
      </QueryPanel>
    </Stack>
  );
}
