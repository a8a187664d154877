/** The creator's actions for an agent: the two common ones as buttons, the rest in a menu. */
import { Button, Stack } from '@slipway/design-system';
import type { Agent } from '../data/agents';
import { type LifecycleAction, lifecycleActionsOf, lifecycleOf } from '../data/lifecycle';
import { t } from '../features/studio/messages';
import { MoreActions } from './MoreActions';

export type Action = 'configure' | 'test' | 'publish' | 'page' | 'analytics' | 'delete' | LifecycleAction;

interface AgentActionsProps {
  agent: Agent;
  /** A change for this agent is in flight. */
  isBusy: boolean;
  onAction: (action: Action) => void;
}

export function AgentActions({ agent, isBusy, onAction }: AgentActionsProps) {
  const { name } = agent;
  const item = (id: Action, label: string) => ({
    id,
    label,
    disabled: isBusy,
    onSelect: () => {
      onAction(id);
    },
  });
  return (
    <>
      <Stack direction="row" gap="sm">
        <Button
          size="sm"
          aria-label={t('configureOf', { name })}
          onClick={() => {
            onAction('configure');
          }}
        >
          {t('configure')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('testOf', { name })}
          onClick={() => {
            onAction('test');
          }}
        >
          {t('test')}
        </Button>
      </Stack>
      <Stack flushEnd>
        <MoreActions
          name={name}
          items={[
            item('publish', t(lifecycleOf(agent) === 'published' ? 'editListing' : 'publish')),
            item('page', t('editPage')),
            item('analytics', t('analytics')),
            ...lifecycleActionsOf(agent).map((action) => item(action, t(action))),
            { ...item('delete', t('delete')), tone: 'danger' },
          ]}
        />
      </Stack>
    </>
  );
}
