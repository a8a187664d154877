/** Runs a confirmed action once, reports the result, and reads everything again. */
import type { Action, Preview, RunResult } from '@slipway/cli/console';
import { toast } from '@slipway/design-system';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isLost, post } from '../../data/client';
import { previewQuery } from '../../data/queries';
import { text } from '../../messages';
import { doneText } from './doneText';

interface Confirmed {
  preview: Preview;
  reason: string;
  isPlan: boolean;
}

/** The first parts of the keys of queries that read what runs. */
const runs = new Set<unknown>(['overview', 'slice', 'history', 'plans']);

/** `onLost` is called if there is no response: it shows that the result is unknown, by default in a toast. */
export function useRun(action: Action, onDone: () => void, onLost?: () => void) {
  const client = useQueryClient();
  const mutationKey = ['run', action];
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ preview: { before, changes, settings }, reason, isPlan }: Confirmed) =>
      post<RunResult>('/api/run', {
        ...{ id: crypto.randomUUID(), action, reason, isPlan },
        confirmed: { before, changes, settings },
      }),
    onSuccess: async (result, { preview, isPlan }) => {
      // The page behind the dialog shows what runs now, and its history, when the dialog closes. Health may take longer.
      await client.invalidateQueries({ predicate: ({ queryKey }) => runs.has(queryKey[0]) });
      toast.success(isPlan ? text.donePlan(preview.environment) : doneText(action, preview, result));
      // Closed before the response, it may have made room for another dialog.
      if (isOpen.current) onDone();
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'preview' && !runs.has(queryKey[0]),
      });
    },
    onError: async (error) => {
      if (!isLost(error)) toast.error(error.message);
      else if (onLost && isOpen.current) onLost();
      else toast.error(text.noRunResponse);
      // The page behind the dialog may be out of date, too. Do not wait: without a connection, that takes seconds.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preview' });
      // Drop the confirmed preview, which may be out of date. The button waits, with a placeholder, for the next one.
      await client.resetQueries({ queryKey: previewQuery(action).queryKey });
    },
  });
  const run = (confirmed: Confirmed) => {
    // `isPending` is from the last render, too late for the second press of a double click.
    if (client.isMutating({ mutationKey }) === 0) mutate(confirmed);
  };
  return { run, isRunning: isPending };
}
