/**
 * The creation of an agent. If the user leaves the page before the response, the next visit shows the result: after a failure,
 * the form has what was typed.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { type Mutation, type MutationState, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { createAgent, hasHiddenCharacters } from '../../data/agents';
import type { Draft } from '../../data/draft';
import { t } from './messages';

const mutationKey = ['own-agents', 'create'] as const;

/** Those without a response when the user left the page. */
const left = new WeakSet<Mutation>();

/** Calls `onCreated` when the list has the new agent, also of an earlier visit, and before `useCreateAgent` has its result. */
export function useCreated(onCreated: () => void) {
  const cache = useQueryClient().getMutationCache();
  const handleCreated = useEffectEvent(onCreated);
  useEffect(
    () =>
      cache.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (event.mutation.options.mutationKey === mutationKey) handleCreated();
      }),
    [cache],
  );
}

/** `refetch` reads the list of agents. */
export function useCreateAgent(refetch: () => Promise<void>) {
  const cache = useQueryClient().getMutationCache();
  /** Known before the list has been read, which is when the creation ends. */
  const [newId, setNewId] = useState<string>();
  const { mutate } = useExclusiveMutation({
    mutationKey,
    // The sign-out removes it.
    gcTime: Infinity,
    mutationFn: createAgent,
    onSettled: refetch,
    onSuccess: (id) => {
      setNewId(id);
      toast.success(t('created'));
    },
    onError: (error) => toast.error(t(hasHiddenCharacters(error) ? 'nameHidden' : 'createFailed')),
  });
  /** An earlier visit has shown their result. */
  const [shown] = useState(() => new Set(cache.findAll({ mutationKey }).filter((each) => !left.has(each))));
  useEffect(
    () => () => {
      for (const each of cache.findAll({ mutationKey })) {
        if (each.state.status === 'pending') left.add(each);
        else left.delete(each);
      }
    },
    [cache],
  );
  const state = useMutationState({
    filters: { mutationKey, predicate: (each) => !shown.has(each) },
    select: (each) => each.state as MutationState<string, Error, Draft>,
  }).at(-1);
  const isPending = state?.status === 'pending';
  const remove = (status: 'error' | 'success') => {
    for (const each of cache.findAll({ mutationKey, status })) cache.remove(each);
  };
  return {
    isPending,
    /** The reason, and what was typed. */
    failure:
      state?.status === 'error' && state.variables
        ? { error: state.error, draft: state.variables }
        : undefined,
    /** What is being created, or could not be. */
    draft: isPending || state?.status === 'error' ? state.variables : undefined,
    createdId: isPending ? newId : state?.data,
    mutate: (draft: Draft, options: Parameters<typeof mutate>[1]) => {
      remove('error');
      remove('success');
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
