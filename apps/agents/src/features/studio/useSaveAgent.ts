/** The save of an existing agent. After a failure, also one that the next visit shows, the form has what was typed. */
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { hasHiddenCharacters } from '../../data/agents';
import type { Configuration, Save } from '../../data/configuration';
import { t as shared } from '../../messages';
import { t } from './messages';
import { useMutationEnd, useUnseenMutation } from './useUnseenMutation';
import type { ToastOptions } from '../stored-form/wayBack';
import { useWayBack } from './useWayBack';

const mutationKey = ['own-agents', 'configure'] as const;

/** Calls the functions when a save ends, also one of an earlier visit. `newer` values mean that nothing was saved. */
export function useSaved(handlers: {
  onSuccess: (newer: Configuration | undefined) => void;
  onError: () => void;
}) {
  useMutationEnd<Configuration | undefined>(mutationKey, handlers);
}

/** `refetch` reads the list of agents; `report` shows a failure. */
export function useSaveAgent(
  refetch: () => Promise<void>,
  report: (error: Error, id: string, failure: string, options: ToastOptions) => void,
) {
  const wayBack = useWayBack();
  const { state, remove } = useUnseenMutation<Configuration | undefined, Save>(mutationKey);
  const { mutate } = useExclusiveMutation({
    mutationKey,
    gcTime: Infinity,
    // It came with the form.
    mutationFn: async (input: Save) => (await import('../agent-form/form')).configureAgent(input),
    // Do not wait for the list: the toast has the button that opens the form again.
    onSettled: () => void refetch(),
    // With a newer configuration, nothing was saved: the form shows a notice once the user is back in it.
    // It replaces the toast of an earlier attempt.
    onSuccess: (newer, { id: agent }) => {
      const id = `agent-${agent}`;
      return newer
        ? toast.error(shared('saveFailed'), { id, ...wayBack() })
        : toast.success(shared('saved'), { id });
    },
    onError: (error, { id }) => {
      report(error, id, hasHiddenCharacters(error) ? t('nameHidden') : shared('saveFailed'), wayBack());
    },
  });
  return {
    state,
    mutate: (save: Save) => {
      remove('error', 'success');
      mutate(save);
    },
  };
}
