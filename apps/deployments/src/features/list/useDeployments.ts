/** The list, and what can be done with it: each action says how it went, once, and leaves the list true. */
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
  moveDeployment,
  restoreDeployment,
} from '../../data/deployments';
import { tellOtherTabs } from './otherTabs';
import { isOnItsWay } from '../../data/status';
import { useActivation } from './useActivation';

const listKey = deploymentQueries.list().queryKey;
const moves = ['deployments', 'move'] as const;
const removals = ['deployments', 'remove'] as const;
/** While something is on its way elsewhere, the list looks again. */
const LOOK_AGAIN_MS = 5000;
const nothing: readonly Deployment[] = [];

export function useDeployments() {
  const queryClient = useQueryClient();
  const list = useQuery({
    ...deploymentQueries.list(),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? LOOK_AGAIN_MS : false),
  });

  const change = useCallback(
    async (next: (rows: Deployment[]) => Deployment[]) => {
      // A read that began before the change would bring back what was.
      await queryClient.cancelQueries({ queryKey: listKey });
      const rows = queryClient.getQueryData(listKey);
      if (rows) queryClient.setQueryData(listKey, next(rows));
      else void queryClient.invalidateQueries({ queryKey: listKey });
      void queryClient.invalidateQueries({ queryKey: [...deploymentQueries.all(), 'last-deployed'] });
      tellOtherTabs();
    },
    [queryClient],
  );
  const readAgain = useCallback(
    () => queryClient.invalidateQueries({ queryKey: deploymentQueries.all() }),
    [queryClient],
  );

  const { mutate: move } = useMutation({
    mutationKey: moves,
    mutationFn: moveDeployment,
    onSuccess: async (_, { id, status }) => {
      // By this clock, which times the two seconds. `last_deployed_at` stays what the list had.
      const updated_at = new Date().toISOString();
      if (status === 'active') toast.success(t('activated'), { id: `active-${id}` });
      await change((rows) => rows.map((row) => (row.id === id ? { ...row, status, updated_at } : row)));
    },
    onError: (_, { id }) => {
      toast.error(t('moveFailed'), { id: `move-${id}` });
      void readAgain();
    },
  });

  const { mutate: advance } = useMutation({
    mutationFn: advanceDeployments,
    onSettled: readAgain,
  });

  const create = useMutation({
    mutationFn: insertDeployment,
    onSuccess: async (row) => {
      toast.success(t('created'));
      const mine = { ...row, updated_at: new Date().toISOString() };
      await change((rows) => [mine, ...rows.filter(({ id }) => id !== row.id)]);
    },
    onError: () => toast.error(t('createFailed')),
  });

  const { mutate: restore } = useMutation({
    mutationFn: restoreDeployment,
    onSuccess: async () => {
      toast.success(t('restored'));
      tellOtherTabs();
      await readAgain();
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
      await change((rows) => rows.filter((row) => row.id !== id));
    },
    onError: (_, id) => toast.error(t('deleteFailed'), { id: `deleted-${id}` }),
  });
  const removing = useMutationState({
    filters: { mutationKey: removals, status: 'pending' },
    select: ({ state }) => state.variables as string,
  });

  const moving = useMutationState({
    filters: { mutationKey: moves, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });

  const rows = list.data ?? nothing;
  const goingToStay = useMemo(() => rows.filter(({ id }) => !removing.includes(id)), [rows, removing]);
  const activate = useCallback(
    (id: string) => {
      move({ id, status: 'active' });
    },
    [move],
  );
  useActivation(goingToStay, { activate, advance });

  return {
    list,
    create,
    move,
    remove,
    /** The ids of those whose change is under way. */
    moving,
    removing,
  };
}
