/** The creator's agents and their mutations. Each mutation shows one toast and then refetches the list. */
import { useState } from 'react';
import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { toast } from '@slipway/design-system';
import { t as shared } from '../../messages';
import { t } from './messages';
import {
  type Agent,
  agentQueries,
  deleteAgent,
  isDeleted,
  isPlanLimit,
  restoreAgent,
} from '../../data/agents';
import { deployedQuery } from '../../data/agentDeployments';
import { useCreateAgent } from './useCreateAgent';
import { useLifecycle } from './useLifecycle';
import { useSaveAgent } from './useSaveAgent';
import type { ToastOptions } from '../stored-form/wayBack';

/** A deleted agent and its place in the list; without a row when the list had none. */
interface Removed {
  id: string;
  row: Agent | undefined;
  index: number;
}

const changeKey = ['own-agents', 'change'] as const;
/** Also a change, but allowed while a deletion still reads the list: the user may press Undo then. */
const restoreKey = [...changeKey, 'restore'] as const;
/** One change at a time of each agent. */
const idOf = ({ id }: { id: string }) => id;

export function useAgents(creator: string) {
  const queryClient = useQueryClient();
  const list = useQuery(agentQueries.list(creator));
  const interactions = useQuery(agentQueries.interactions());
  const deployed = useQuery({
    ...deployedQuery(),
    enabled: list.data?.some(({ calls_end_at }) => calls_end_at !== null) === true,
  });
  // The cards come with their lines about deployments: a line that comes later moves the cards below. Only the first try is
  // waited for, and only by cards that are not on screen yet.
  const [isComplete, setComplete] = useState(false);
  if (!isComplete && list.data && !(deployed.isLoading && deployed.failureCount === 0)) setComplete(true);

  const refetch = () => queryClient.invalidateQueries({ queryKey: agentQueries.all() });
  const options = { onSettled: refetch };

  const create = useCreateAgent(refetch);
  const listKey = agentQueries.list(creator).queryKey;
  const setRows = async (next: (rows: Agent[]) => Agent[]) => {
    // A request that started before the change would restore the old rows.
    await queryClient.cancelQueries({ queryKey: listKey });
    queryClient.setQueryData(listKey, (rows) => rows && next(rows));
  };
  const putBack = ({ id, row, index }: Removed) =>
    setRows((rows) =>
      !row || rows.some((other) => other.id === id)
        ? rows
        : [...rows.slice(0, index), row, ...rows.slice(index)],
    );
  const { mutate: restore } = useExclusiveMutation({
    ...options,
    mutationKey: restoreKey,
    idOf,
    mutationFn: ({ id }: Removed) => restoreAgent(id),
    // Restore the agent to its place when Undo is pressed; its actions wait for the response.
    onMutate: putBack,
    onSuccess: () => toast.success(t('restored')),
    onError: (error) => toast.error(t(isPlanLimit(error) ? 'planLimit' : 'restoreFailed')),
  });
  /** Shows `failure`, or that another tab has deleted the agent: the list follows. */
  const report = (
    error: unknown,
    id: string,
    failure: string,
    { deleted = shared('wasDeleted'), ...options }: ToastOptions & { deleted?: string } = {},
  ) => {
    const onPress = () => {
      restore({ id, row: undefined, index: -1 });
    };
    toast.error(isDeleted(error) ? deleted : failure, {
      id: `agent-${id}`,
      ...(isDeleted(error) ? { action: { label: shared('undo'), onPress } } : options),
    });
    if (isDeleted(error)) void refetch();
  };
  /** Reports why a form of an agent was not saved. The form keeps its input. */
  const reportSave = (error: Error, id: string, failure: string, options?: ToastOptions) => {
    report(error, id, failure, { deleted: t('saveDeleted'), ...options });
  };
  const save = useSaveAgent(refetch, reportSave);
  const { mutate: remove } = useExclusiveMutation({
    ...options,
    mutationKey: changeKey,
    idOf,
    mutationFn: ({ id }: { id: string }) => deleteAgent(id),
    // Remove the agent when Delete is pressed, and restore it only after a failure: a late response would move the
    // others.
    onMutate: async ({ id }): Promise<Removed> => {
      const rows = queryClient.getQueryData(listKey) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      await setRows((all) => all.filter((row) => row.id !== id));
      return { id, row: rows[index], index };
    },
    onSuccess: (_, { id }, removed) => {
      const onPress = () => {
        restore(removed);
      };
      toast.success(t('deleted'), { id: `agent-${id}`, action: { label: shared('undo'), onPress } });
    },
    onError: async (error, { id }, removed) => {
      const isInUse = isAppError(error) && error.code === 'conflict';
      toast.error(t(isInUse ? 'deleteInUse' : 'deleteFailed'), { id: `agent-${id}` });
      if (removed) await putBack(removed);
    },
  });
  const lifecycle = useLifecycle({ changeKey, idOf, setRows, refetch, report });
  /** Ids of agents with a change in flight. */
  const changingIds = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });

  return {
    ...{ list, isComplete, interactions, deployed, create, save, lifecycle, remove, changingIds },
    ...{ report, reportSave, refetch },
  };
}
