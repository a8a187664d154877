/** A mutation that runs once at a time. */
import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';

/**
 * `useMutation` whose `mutate` does nothing while a mutation with its key runs. `isPending` does not know a press that the
 * page has not shown yet, such as the first of a double one.
 */
export function useSingleMutation<Data, Failure, Variables>(
  options: UseMutationOptions<Data, Failure, Variables> & { mutationKey: readonly unknown[] },
) {
  const queryClient = useQueryClient();
  const mutation = useMutation(options);
  const mutate: typeof mutation.mutate = (...values) => {
    if (queryClient.isMutating({ mutationKey: options.mutationKey }) === 0) mutation.mutate(...values);
  };
  return { ...mutation, mutate };
}
