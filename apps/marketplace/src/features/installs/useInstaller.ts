/** Installs and uninstalls agents from the cards and the details. */
import { useMemo } from 'react';
import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import { useMayRead } from '../session/useMayRead';
import { t } from '../search/messages';
import { countInstall } from '../../data/installCounts';
import { changeInstall, type Installable, installQueries, type Installer } from '../../data/installs';

interface Change {
  agent: Installable;
  installed: boolean;
}

const changeKey = ['installs', 'change'] as const;
const idOf = ({ agent }: Change) => agent.id;

/** Keeps its identity until something in it changes. */
export function useInstaller(): Installer {
  const session = useSession();
  const queryClient = useQueryClient();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const userId = user?.id ?? null;
  const mine = installQueries.mine(userId);
  // While a second factor is due, the server would reject the installs of the visitor before, and they would be dropped.
  const mayRead = useMayRead() && session.status !== 'loading';
  const { data, isFetching, failureCount } = useQuery({ ...mine, enabled: mayRead });
  /** A read that failed once may fail again: Install works without it. */
  const isReading = data === undefined && isFetching && failureCount === 0;
  const isReady = mayRead && !isReading;

  const { mutate } = useExclusiveMutation({
    mutationKey: changeKey,
    idOf,
    mutationFn: ({ agent, installed }: Change) => changeInstall({ agentId: agent.id, userId, installed }),
    onSuccess: (_, { agent, installed }) => {
      toast.success(t(installed ? 'installedToast' : 'uninstalledToast', { name: agent.name }));
      // Visitors are not counted, and an agent that was installed before is counted already.
      const known = queryClient.getQueryData(mine.queryKey);
      if (userId !== null && known && known.has(agent.id) !== installed)
        countInstall(queryClient, { agentId: agent.id, installed });
      queryClient.setQueryData(mine.queryKey, (before: ReadonlySet<string> = new Set()) => {
        const after = new Set(before);
        if (installed) after.add(agent.id);
        else after.delete(agent.id);
        return after;
      });
      void queryClient.invalidateQueries({ queryKey: ['listings-kept', 'installed'] });
      // A response to an earlier read would undo the change on screen.
      if (queryClient.isFetching(mine) > 0) void queryClient.invalidateQueries(mine);
    },
    onError: (_, { agent, installed }) => {
      toast.error(t(installed ? 'installFailed' : 'uninstallFailed', { name: agent.name }));
    },
  });
  const changing = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => idOf(state.variables as Change),
  });

  return useMemo(
    () => ({
      isReady,
      isInstalled: (id) => data?.has(id) ?? false,
      isChanging: (id) => changing.includes(id),
      install: (agent) => {
        mutate({ agent, installed: true });
      },
      uninstall: (agent) => {
        mutate({ agent, installed: false });
      },
    }),
    [data, isReady, changing, mutate],
  );
}
