/** Mutations whose response may come after the user has left the page: the next visit shows the result. */
import { useEffect, useEffectEvent, useState } from 'react';
import {
  hashKey,
  type Mutation,
  type MutationKey,
  type MutationState,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';

/** Mutations that were pending when the user left the page. */
const left = new WeakSet<Mutation>();

/**
 * The newest mutation with `mutationKey` whose result the user has not seen: of this visit, or without a response when the user
 * left an earlier one. Its mutation needs `gcTime: Infinity`; the sign-out removes it.
 */
export function useUnseenMutation<Data, Variables>(mutationKey: MutationKey) {
  const cache = useQueryClient().getMutationCache();
  /** Mutations whose result an earlier visit has shown. */
  const [shown] = useState(() => new Set(cache.findAll({ mutationKey }).filter((each) => !left.has(each))));
  useEffect(
    () => () => {
      for (const each of cache.findAll({ mutationKey })) {
        if (each.state.status === 'pending') left.add(each);
        else left.delete(each);
      }
    },
    [cache, mutationKey],
  );
  const state = useMutationState({
    filters: { mutationKey, predicate: (each) => !shown.has(each) },
    select: (each) => each.state as MutationState<Data, Error, Variables>,
  }).at(-1);
  return {
    state,
    /** Removes the mutations that ended with one of these statuses. */
    remove: (...ends: ('error' | 'success')[]) => {
      for (const status of ends)
        for (const each of cache.findAll({ mutationKey, status })) cache.remove(each);
    },
  };
}

/** Calls the functions when a mutation with the key ends, also one of an earlier visit. */
export function useMutationEnd<Data, Variables = unknown>(
  mutationKey: MutationKey,
  { onSuccess, onError }: { onSuccess: (data: Data, variables: Variables) => void; onError?: () => void },
) {
  const cache = useQueryClient().getMutationCache();
  const key = hashKey(mutationKey);
  const handleSuccess = useEffectEvent(onSuccess);
  const handleError = useEffectEvent(onError ?? (() => undefined));
  useEffect(
    () =>
      cache.subscribe((event) => {
        if (event.type !== 'updated' || hashKey(event.mutation.options.mutationKey ?? []) !== key) return;
        if (event.action.type === 'success')
          handleSuccess(event.action.data as Data, event.mutation.state.variables as Variables);
        if (event.action.type === 'error') handleError();
      }),
    [cache, key],
  );
}
