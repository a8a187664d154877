/** The list and its actions. Each action reports its result as one toast and keeps the list up to date. */
import { useCallback, useMemo } from 'react';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { announce } from '@slipway/platform';
import { t } from '../../messages';
import {
  advanceDeployments,
  deleteDeployment,
  type Deployment,
  deploymentQueries,
  setStatus,
  restoreDeployment,
} from '../../data/deployments';
import { notifyOtherTabs } from '../../data/otherTabs';
import { isTransitioning } from '../../data/status';
import { useActivation } from './useActivation';

const listKey = deploymentQueries.list().queryKey;
const statusChanges = ['deployments', 'set-status'] as const;
const removals = ['deployments', 'remove'] as const;
const restorations = ['deployments', 'restore'] as const;
/** While a row is transitioning, another client may activate it: poll for that. */
const POLL_MS = 5000;
/** A deleted deployment and its place in the list; without a row when the list had none. */
interface Removed {
  id: string;
  row: Deployment | undefined;
  index: number;
}
const noRows: readonly Deployment[] = [];

export function useDeployments() {
  const queryClient = useQueryClient();
  const list = useQuery({
    ...deploymentQueries.list(),
    refetchInterval: ({ state }) => (state.data?.some(isTransitioning) ? POLL_MS : false),
  });

  const setRows = useCallback(
    async (next: (rows: Deployment[]) => Deployment[]) => {
      // A request that started before the change would restore the old rows.
      await queryClient.cancelQueries({ queryKey: listKey });
      const rows = queryClient.getQueryData(listKey);
      if (rows) queryClient.setQueryData(listKey, next(rows));
      else void queryClient.invalidateQueries({ queryKey: listKey });
    },
    [queryClient],
  );
  const updateRows = useCallback(
    async (next: (rows: Deployment[]) => Deployment[]) => {
      await setRows(next);
      void queryClient.invalidateQueries({ queryKey: [...deploymentQueries.all(), 'last-deployed'] });
      notifyOtherTabs();
    },
    [queryClient, setRows],
  );
  const reload = useCallback(
    () => queryClient.invalidateQueries({ queryKey: deploymentQueries.all() }),
    [queryClient],
  );

  const { mutate: changeStatus } = useExclusiveMutation({
    mutationKey: statusChanges,
    mutationFn: setStatus,
    onSuccess: async (_, { id, status }) => {
      // This page's clock times the two seconds. `last_deployed_at` keeps its value in the list.
      const updated_at = new Date().toISOString();
      if (status === 'active') toast.success(t('activated'), { id: `active-${id}` });
      // The card shows it.
      const name = queryClient.getQueryData(listKey)?.find((row) => row.id === id)?.name;
      if (status === 'stopped' && name !== undefined) announce(t('stoppedNow', { name }));
      await updateRows((rows) => rows.map((row) => (row.id === id ? { ...row, status, updated_at } : row)));
    },
    onError: (error, { id }) => {
      const isDeleted = isAppError(error) && error.code === 'not_found';
      toast.error(t(isDeleted ? 'deploymentUnknown' : 'statusFailed'), { id: `status-${id}` });
      void reload();
    },
  });

  const { mutate: advance } = useMutation({
    mutationFn: advanceDeployments,
    onSettled: reload,
  });

  const add = useCallback(
    (row: Deployment) => {
      const created = { ...row, updated_at: new Date().toISOString() };
      return updateRows((rows) => [created, ...rows.filter(({ id }) => id !== row.id)]);
    },
    [updateRows],
  );

  // Restore the card to its place when Undo is pressed; its actions wait for the response.
  const { mutate: restore } = useExclusiveMutation({
    mutationKey: restorations,
    mutationFn: ({ id }: Removed) => restoreDeployment(id),
    onMutate: ({ id, row, index }) =>
      setRows((rows) =>
        !row || rows.some((other) => other.id === id)
          ? rows
          : [...rows.slice(0, index), row, ...rows.slice(index)],
      ),
    onSuccess: async () => {
      toast.success(t('restored'));
      notifyOtherTabs();
      await reload();
    },
    onError: async (_, { id }) => {
      toast.error(t('restoreFailed'));
      await setRows((rows) => rows.filter((row) => row.id !== id));
    },
  });

  const { mutate: remove } = useExclusiveMutation({
    mutationKey: removals,
    mutationFn: deleteDeployment,
    onMutate: (id): Removed => {
      const rows = queryClient.getQueryData(listKey) ?? [];
      const index = rows.findIndex((row) => row.id === id);
      return { id, row: rows[index], index };
    },
    onSuccess: async (_, id, removed) => {
      const onPress = () => {
        restore(removed);
      };
      toast.success(t('deleted'), { id: `deleted-${id}`, action: { label: t('undo'), onPress } });
      await updateRows((rows) => rows.filter((row) => row.id !== id));
    },
    onError: (_, id) => toast.error(t('deleteFailed'), { id: `deleted-${id}` }),
  });
  const removing = useMutationState({
    filters: { mutationKey: removals, status: 'pending' },
    select: ({ state }) => state.variables as string,
  });
  const restoring = useMutationState({
    filters: { mutationKey: restorations, status: 'pending' },
    select: ({ state }) => (state.variables as Removed).id,
  });

  const changing = useMutationState({
    filters: { mutationKey: statusChanges, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });

  const rows = list.data ?? noRows;
  const remaining = useMemo(
    () => rows.filter(({ id }) => !removing.includes(id) && !restoring.includes(id)),
    [rows, removing, restoring],
  );
  const activate = useCallback(
    (id: string) => {
      changeStatus({ id, status: 'active' });
    },
    [changeStatus],
  );
  useActivation(remaining, { activate, advance });

  return {
    list,
    /** A deployment that was created. */
    add,
    changeStatus,
    remove,
    /** The ids of rows with a pending status change. */
    changing,
    /** The ids of rows with a pending deletion. */
    removing,
    /** The ids of rows with a pending restoration. */
    restoring,
  };
}
