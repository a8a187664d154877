/**
 * A mutation that is not sent twice: `mutate` ignores a call while an equal one is pending. `isPending` is that of the
 * last render, too late for the second press of a double click. The mutation cache is up to date, in every component.
 */
import { useCallback } from 'react';
import {
  hashKey,
  type MutationKey,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query';

const hash = (variables: unknown) => hashKey([variables]);

/** As `useMutation`. `mutate` keeps its identity if `mutationKey` and `idOf` do. */
export function useExclusiveMutation<Data, Variables = void, Context = unknown>({
  idOf = hash,
  ...options
}: UseMutationOptions<Data, Error, Variables, Context> & {
  mutationKey: MutationKey;
  /** Calls with the same key and the same id are equal. By default, the id is all their variables. */
  idOf?: (variables: Variables) => string;
}): UseMutationResult<Data, Error, Variables, Context> {
  const { mutationKey } = options;
  const queryClient = useQueryClient();
  const mutation = useMutation(options);
  const { mutate } = mutation;
  const mutateOnce = useCallback(
    (...call: Parameters<typeof mutate>) => {
      const id = idOf(call[0] as Variables);
      const equal = queryClient.isMutating({
        mutationKey,
        exact: true,
        predicate: ({ state }) => idOf(state.variables as Variables) === id,
      });
      if (equal === 0) mutate(...call);
    },
    [queryClient, mutate, mutationKey, idOf],
  );
  return { ...mutation, mutate: mutateOnce };
}
