/** Installs and uninstalls agents from the cards and the details. */
import { useMemo } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import { useSession } from '@slipway/session';
import { t } from '../search/messages';
import { changeInstall, type Installable, installQueries, type Installer } from '../../data/installs';

/** Keeps its identity until something in it changes. */
export function useInstaller(): Installer {
  const session = useSession();
  const queryClient = useQueryClient();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const mine = installQueries.mine(userId);
  const { data } = useQuery({ ...mine, enabled: session.status !== 'loading' });

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ agent, installed }: { agent: Installable; installed: boolean }) =>
      changeInstall({ agentId: agent.id, userId, installed }),
    onSuccess: (_, { agent, installed }) => {
      toast.success(t(installed ? 'installedToast' : 'uninstalledToast', { name: agent.name }));
      queryClient.setQueryData(mine.queryKey, (before: ReadonlySet<string> = new Set()) => {
        const after = new Set(before);
        if (installed) after.add(agent.id);
        else after.delete(agent.id);
        return after;
      });
      // A response to an earlier read would undo the change on screen.
      if (queryClient.isFetching(mine) > 0) void queryClient.invalidateQueries(mine);
    },
    onError: (_, { agent, installed }) => {
      toast.error(t(installed ? 'installFailed' : 'uninstallFailed', { name: agent.name }));
    },
  });

  const changing = isPending ? variables.agent.id : undefined;
  return useMemo(
    () => ({
      isInstalled: (id) => data?.has(id) ?? false,
      isChanging: (id) => changing === id,
      install: (agent) => {
        mutate({ agent, installed: true });
      },
      uninstall: (agent) => {
        mutate({ agent, installed: false });
      },
    }),
    [data, changing, mutate],
  );
}
