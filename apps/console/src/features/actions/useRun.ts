/** Runs a confirmed action once, reports the result, and reads everything again. */
import type { Action, Preview, RunResult } from '@slipway/cli/console';
import { toast } from '@slipway/design-system';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { post } from '../../data/client';
import { overviewQuery } from '../../data/queries';
import { doneText } from './doneText';

interface Confirmed {
  preview: Preview;
  reason: string;
  isPlan: boolean;
}

export function useRun(action: Action, onDone: () => void) {
  const client = useQueryClient();
  const mutationKey = ['run', action];
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ preview: { before, changes, settings }, reason, isPlan }: Confirmed) =>
      post<RunResult>('/api/run', { action, reason, isPlan, confirmed: { before, changes, settings } }),
    onSuccess: async (result, { preview }) => {
      // The page behind the dialog shows the release that runs now when the dialog closes.
      await client.invalidateQueries(overviewQuery);
      toast.success(doneText(action, preview, result));
      onDone();
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' });
    },
    onError: async (error) => {
      toast.error(error.message);
      // The confirmed preview may be out of date, and the page behind it, too.
      await client.invalidateQueries();
    },
  });
  const run = (confirmed: Confirmed) => {
    // `isPending` is from the last render, too late for the second press of a double click.
    if (client.isMutating({ mutationKey }) === 0) mutate(confirmed);
  };
  return { run, isRunning: isPending };
}
