/**
 * Unpublishing, archiving and moving to drafts. Asks before deployments of other users stop; any other change has Undo in its
 * toast.
 */
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { startWait } from '@slipway/platform';
import { t as shared } from '../../messages';
import { t } from './messages';
import { deployedQuery } from '../../data/agentDeployments';
import { type Agent, changeAgent, isPlanLimit, type Visibility } from '../../data/agents';
import { type LifecycleAction, visibilityAfter } from '../../data/lifecycle';
import type { Withdrawal } from '../withdraw/WithdrawDialog';

interface Change {
  id: string;
  to: Visibility;
  done: `done-${LifecycleAction}` | 'restored';
  /** The state that Undo brings back. Undefined for Undo, and after a question, which has said the consequence. */
  before?: Visibility;
  /** Asked first if deployments of other users would stop. */
  question?: Pick<Withdrawal, 'name' | 'action'>;
}

interface LifecycleOptions {
  /** The mutation key of all changes of an agent: one runs at a time. */
  changeKey: readonly string[];
  idOf: (variables: { id: string }) => string;
  setRows: (next: (rows: Agent[]) => Agent[]) => Promise<void>;
  refetch: () => Promise<void>;
  report: (error: unknown, id: string, failure: string) => void;
}

export function useLifecycle({ changeKey, idOf, setRows, refetch, report }: LifecycleOptions) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Withdrawal>();

  /** The question, if there is one. */
  const questionOf = async ({ id, question }: Change): Promise<Withdrawal | undefined> => {
    if (!question) return undefined;
    const endWait = startWait();
    try {
      const [{ stopsOthers }, deployed] = await Promise.all([
        import('../withdraw/withdrawal'),
        // Others may have deployed it since the page was opened.
        queryClient.fetchQuery({ ...deployedQuery(), staleTime: 0 }),
      ]);
      const found = deployed[id];
      return stopsOthers(found) ? { id, ...question, ...found } : undefined;
    } finally {
      endWait();
    }
  };
  const { mutate } = useExclusiveMutation({
    mutationKey: changeKey,
    idOf,
    mutationFn: async (change: Change) => {
      const withdrawal = await questionOf(change);
      if (!withdrawal) await changeAgent(change);
      return withdrawal;
    },
    onSuccess: (withdrawal, { id, to, done, before }) => {
      if (withdrawal) {
        setAsked(withdrawal);
        return undefined;
      }
      const onPress = () => {
        if (before) mutate({ id, to: before, done: 'restored' });
      };
      toast.success(t(done), {
        id: `agent-${id}`,
        ...(before && { action: { label: shared('undo'), onPress } }),
      });
      // At once: the next steps of the agent show its state.
      return setRows((rows) => rows.map((row) => (row.id === id ? { ...row, ...to } : row)));
    },
    onError: (error, { id }) => {
      report(error, id, t(isPlanLimit(error) ? 'planLimit' : 'changeFailed'));
    },
    // Do not wait for the list: Undo, in the toast, is such a change too.
    onSettled: (withdrawal) => {
      if (!withdrawal) void refetch();
    },
  });

  return {
    changeLifecycle: ({ id, name, status, is_public, calls_end_at }: Agent, action: LifecycleAction) => {
      // One that was never published is in no list: no other user runs it.
      const mayBeDeployed = status !== 'draft' || calls_end_at !== null;
      mutate({
        ...{ id, to: visibilityAfter[action], done: `done-${action}`, before: { status, is_public } },
        ...(action !== 'unarchive' && mayBeDeployed && { question: { name, action } }),
      });
    },
    asked,
    /** The user's answer. */
    answer: (isConfirmed: boolean) => {
      setAsked(undefined);
      if (isConfirmed && asked)
        mutate({ id: asked.id, to: visibilityAfter[asked.action], done: `done-${asked.action}` });
    },
  };
}
