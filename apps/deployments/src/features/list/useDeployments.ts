/** The list and its actions. Each action reports its result as one toast and keeps the list up to date. */
import { useCallback, useMemo } from 'react';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import { t } from '../../messages';
import {
  advanceDeployments,
  deleteDeployment,
  type Deployment,
  deploymentQueries,
  insertDeployment,
  setStatus,
  restoreDeployment,
} from '../../data/deployments';
import { notifyOtherTabs } from './otherTabs';
import { isTransitioning } from '../../data/status';
import { useActivation } from './useActivation';

const listKey = deploymentQueries.list().queryKey;
const statusChanges = ['deployments', 'set-status'] as const;
const removals = ['deployments', 'remove'] as const;
/** While a row is transitioning, another client may activate it: poll for that. */
const POLL_MS = 5000;
const noRows: readonly Deployment[] = [];

export function useDeployments() {
  const queryClient = useQueryClient();
  const list = useQuery({
    ...deploymentQueries.list(),
    refetchInterval: ({ state }) => (state.data?.some(isTransitioning) ? POLL_MS : false),
  });

  const updateRows = useCallback(
    async (next: (rows: Deployment[]) => Deployment[]) => {
      // A request that started before the change would restore the old rows.
      await queryClient.cancelQueries({ queryKey: listKey });
      const rows = queryClient.getQueryData(listKey);
      if (rows) queryClient.setQueryData(listKey, next(rows));
      else void queryClient.invalidateQueries({ queryKey: listKey });
      void queryClient.invalidateQueries({ queryKey: [...deploymentQueries.all(), 'last-deployed'] });
      notifyOtherTabs();
    },
    [queryClient],
  );
  const reload = useCallback(
    () => queryClient.invalidateQueries({ queryKey: deploymentQueries.all() }),
    [queryClient],
  );

  const { mutate: changeStatus } = useMutation({
    mutationKey: statusChanges,
    mutationFn: setStatus,
    onSuccess: async (_, { id, status }) => {
      // This page's clock times the two seconds. `last_deployed_at` keeps its value in the list.
      const updated_at = new Date().toISOString();
      if (status === 'active') toast.success(t('activated'), { id: `active-${id}` });
      await updateRows((rows) => rows.map((row) => (row.id === id ? { ...row, status, updated_at } : row)));
    },
    onError: (_, { id }) => {
      toast.error(t('statusFailed'), { id: `status-${id}` });
      void reload();
    },
  });

  const { mutate: advance } = useMutation({
    mutationFn: advanceDeployments,
    onSettled: reload,
  });

  const create = useMutation({
    mutationFn: insertDeployment,
    onSuccess: async (row) => {
      toast.success(t('created'));
      const created = { ...row, updated_at: new Date().toISOString() };
      await updateRows((rows) => [created, ...rows.filter(({ id }) => id !== row.id)]);
    },
    onError: () => toast.error(t('createFailed')),
  });

  const { mutate: restore } = useMutation({
    mutationFn: restoreDeployment,
    onSuccess: async () => {
      toast.success(t('restored'));
      notifyOtherTabs();
      await reload();
    },
    onError: () => toast.error(t('restoreFailed')),
  });

  const { mutate: remove } = useMutation({
    mutationKey: removals,
    mutationFn: deleteDeployment,
    onSuccess: async (_, id) => {
      const onPress = () => {
        restore(id);
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

  const changing = useMutationState({
    filters: { mutationKey: statusChanges, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });

  const rows = list.data ?? noRows;
  const remaining = useMemo(() => rows.filter(({ id }) => !removing.includes(id)), [rows, removing]);
  const activate = useCallback(
    (id: string) => {
      changeStatus({ id, status: 'active' });
    },
    [changeStatus],
  );
  useActivation(remaining, { activate, advance });

  return {
    list,
    create,
    changeStatus,
    remove,
    /** The ids of rows with a pending status change. */
    changing,
    /** The ids of rows with a pending deletion. */
    removing,
  };
}
