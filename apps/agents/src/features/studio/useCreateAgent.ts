/** The creation of an agent. After a failure, also one that the next visit shows, the form has what was typed. */
import { useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { hasHiddenCharacters } from '../../data/agents';
import type { Draft } from '../../data/draft';
import { t } from './messages';
import { useMutationEnd, useUnseenMutation } from './useUnseenMutation';
import { useWayBack } from './useWayBack';

const mutationKey = ['own-agents', 'create'] as const;
/** One toast id: the result of an attempt replaces the previous one. */
const TOAST = 'agent-creation';

/** Calls `onCreated` when the list has the new agent, also of an earlier visit, and before `useCreateAgent` has its result. */
export function useCreated(onCreated: () => void) {
  useMutationEnd(mutationKey, { onSuccess: onCreated });
}

/** `refetch` reads the list of agents. */
export function useCreateAgent(refetch: () => Promise<void>) {
  const wayBack = useWayBack();
  /** Known before the list has been read, which is when the creation ends. */
  const [newId, setNewId] = useState<string>();
  const { mutate } = useExclusiveMutation({
    mutationKey,
    gcTime: Infinity,
    // It came with the form.
    mutationFn: async (draft: Draft) => (await import('../agent-form/form')).createAgent(draft),
    onSettled: refetch,
    onSuccess: (id) => {
      setNewId(id);
      toast.success(t('created'), { id: TOAST });
    },
    onError: (error) =>
      toast.error(t(hasHiddenCharacters(error) ? 'nameHidden' : 'createFailed'), { id: TOAST, ...wayBack() }),
  });
  const { state, remove } = useUnseenMutation<string, Draft>(mutationKey);
  const isPending = state?.status === 'pending';
  return {
    isPending,
    /** The error, and the typed input. */
    failure:
      state?.status === 'error' && state.variables
        ? { error: state.error, draft: state.variables }
        : undefined,
    /** The input of the agent that is being created, or whose creation failed. */
    draft: isPending || state?.status === 'error' ? state.variables : undefined,
    createdId: isPending ? newId : state?.data,
    mutate: (draft: Draft, options: Parameters<typeof mutate>[1]) => {
      remove('error', 'success');
      setNewId(undefined);
      mutate(draft, options);
    },
    /** The user opens a form after a failure. */
    dropFailure: () => {
      remove('error');
    },
    /** The user needs no next steps. */
    dismiss: () => {
      remove('success');
    },
  };
}
