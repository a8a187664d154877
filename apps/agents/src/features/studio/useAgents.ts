/** The creator's agents, and what can be done with them: each action says how it went, once, and the list stays true. */
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { toast } from '@slipway/design-system';
import { t } from '../../messages';
import {
  agentQueries,
  changeAgent,
  configureAgent,
  createAgent,
  deleteAgent,
  type Listing,
  type Place,
  restoreAgent,
} from '../../data/agents';
import { type Move, placeAfter } from '../../data/lifecycle';

const changes = ['own-agents', 'change'] as const;

export function useAgents(creator: string) {
  const queryClient = useQueryClient();
  const list = useQuery(agentQueries.list(creator));
  const interactions = useQuery(agentQueries.interactions());

  const readAgain = () => queryClient.invalidateQueries({ queryKey: agentQueries.all() });
  const options = { onSettled: readAgain };

  const create = useMutation({
    ...options,
    mutationFn: createAgent,
    onSuccess: () => toast.success(t('created')),
    onError: () => toast.error(t('createFailed')),
  });
  const configure = useMutation({
    ...options,
    mutationFn: configureAgent,
    onSuccess: () => toast.success(t('saved')),
    onError: () => toast.error(t('saveFailed')),
  });
  const publish = useMutation({
    ...options,
    mutationFn: ({ id, listing }: { id: string; listing: Listing }) =>
      changeAgent({ id, to: { ...listing, ...placeAfter.publish } }),
    onSuccess: () => toast.success(t('published')),
    onError: () => toast.error(t('publishFailed')),
  });
  const { mutate: move } = useMutation({
    ...options,
    mutationKey: changes,
    mutationFn: ({ id, to }: { id: string; to: Move }) =>
      changeAgent({ id, to: placeAfter[to] satisfies Place }),
    onSuccess: (_, { id, to }) => toast.success(t(`moved-${to}`), { id: `agent-${id}` }),
    onError: (_, { id }) => toast.error(t('moveFailed'), { id: `agent-${id}` }),
  });
  const { mutate: restore } = useMutation({
    ...options,
    mutationFn: restoreAgent,
    onSuccess: () => toast.success(t('restored')),
    onError: () => toast.error(t('restoreFailed')),
  });
  const { mutate: remove } = useMutation({
    ...options,
    mutationKey: changes,
    mutationFn: ({ id }: { id: string }) => deleteAgent(id),
    onSuccess: (_, { id }) => {
      const onPress = () => {
        restore(id);
      };
      toast.success(t('deleted'), { id: `agent-${id}`, action: { label: t('undo'), onPress } });
    },
    onError: (error, { id }) => {
      const isRun = isAppError(error) && error.code === 'conflict';
      toast.error(t(isRun ? 'deleteRefused' : 'deleteFailed'), { id: `agent-${id}` });
    },
  });
  /** The ids of those that are changing. */
  const changing = useMutationState({
    filters: { mutationKey: changes, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });

  return { list, interactions, create, configure, publish, move, remove, changing };
}
