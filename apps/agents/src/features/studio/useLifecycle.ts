/**
 * Unpublishing, archiving and moving to drafts. Asks before deployments of other users stop; any other change has Undo in its
 * toast.
 */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { t as shared } from '../../messages';
import { t } from './messages';
import { agentDeploymentQueries, mayBeDeployed, stopsOthers } from '../../data/agentDeployments';
import { type Agent, changeAgent, isPlanLimit, type Visibility } from '../../data/agents';
import { type LifecycleAction, visibilityAfter } from '../../data/lifecycle';
import type { Withdrawal } from '../withdraw/WithdrawDialog';

interface Change {
  id: string;
  action: LifecycleAction;
  /** The state that Undo brings back. Undefined after a question, which has said the consequence. */
  before: Visibility | undefined;
}

interface LifecycleOptions {
  /** Of every change of an agent: one at a time. */
  changeKey: readonly string[];
  idOf: (variables: { id: string }) => string;
  setRows: (next: (rows: Agent[]) => Agent[]) => Promise<void>;
  refetch: () => Promise<void>;
  report: (error: unknown, id: string, failure: string) => void;
}

export function useLifecycle({ changeKey, idOf, setRows, refetch, report }: LifecycleOptions) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Withdrawal>();
  const reportChange = (error: unknown, id: string) => {
    report(error, id, t(isPlanLimit(error) ? 'planLimit' : 'changeFailed'));
  };
  /** At once: the next steps of the agent show its state. */
  const setVisibility = (id: string, to: Visibility) =>
    setRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...to } : row)));

  const { mutate: undo } = useExclusiveMutation({
    // Not excluded by the change, which still reads the list.
    mutationKey: [...changeKey, 'undo'],
    idOf,
    mutationFn: changeAgent,
    onSuccess: (_, { id, to }) => {
      toast.success(t('restored'), { id: `agent-${id}` });
      return setVisibility(id, to);
    },
    onError: (error, { id }) => {
      reportChange(error, id);
    },
    onSettled: refetch,
  });
  const { mutate: change } = useExclusiveMutation({
    mutationKey: changeKey,
    idOf,
    mutationFn: ({ id, action }: Change) => changeAgent({ id, to: visibilityAfter[action] }),
    onSuccess: (_, { id, action, before }) => {
      const onPress = () => {
        if (before) undo({ id, to: before });
      };
      toast.success(t(`done-${action}`), {
        id: `agent-${id}`,
        ...(before && { action: { label: shared('undo'), onPress } }),
      });
      return setVisibility(id, visibilityAfter[action]);
    },
    onError: (error, { id }) => {
      reportChange(error, id);
    },
    onSettled: refetch,
  });
  const beforeOf = ({ status, is_public }: Agent): Visibility => ({ status, is_public });
  const { mutate: check } = useExclusiveMutation({
    mutationKey: [...changeKey, 'check'],
    idOf,
    // Others may have deployed it since the page was opened.
    mutationFn: (_: { id: string; agent: Agent; action: Withdrawal['action'] }) =>
      queryClient.fetchQuery({ ...agentDeploymentQueries.all(), staleTime: 0 }),
    onSuccess: (deployed, { id, agent, action }) => {
      const found = deployed[id];
      if (stopsOthers(found)) setAsked({ id, name: agent.name, action, ...found });
      else change({ id, action, before: beforeOf(agent) });
    },
    onError: (error, { id }) => {
      reportChange(error, id);
    },
  });

  return {
    changeLifecycle: (agent: Agent, action: LifecycleAction) => {
      const { id } = agent;
      if (action !== 'unarchive' && mayBeDeployed(agent)) check({ id, agent, action });
      else change({ id, action, before: beforeOf(agent) });
    },
    asked,
    /** The user's answer. */
    answer: (isConfirmed: boolean) => {
      setAsked(undefined);
      if (isConfirmed && asked) change({ id: asked.id, action: asked.action, before: undefined });
    },
  };
}
