/**
 * The typed input of the form for a new webhook. If the form is closed while the webhook is being added, it gets the
 * input back when it opens again.
 */
import { useEffect } from 'react';
import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSentInput, useUnsentInput } from '@slipway/data';
import { isWebhookTyped, newWebhookOf, type WebhookDraft } from '../../data/newWebhook';

/** The key of the mutation that adds a webhook. */
export const addingKey = (deploymentId: string) => ['webhooks', 'create', deploymentId] as const;

export function useNewWebhook(deploymentId: string) {
  const queryClient = useQueryClient();
  const owner = `webhook-${deploymentId}`;
  const { input } = useSentInput<WebhookDraft>(owner);
  const { data: draft } = useQuery({ ...newWebhookOf(deploymentId), initialData: input ?? null });
  const [adding] = useMutationState({
    filters: { mutationKey: addingKey(deploymentId), status: 'pending' },
    select: ({ state }) => state.variables as WebhookDraft,
  });
  useUnsentInput(owner, draft && isWebhookTyped(draft) ? draft : undefined);
  useEffect(
    () => () => {
      // The section was closed without a running request: the user has discarded the input.
      if (queryClient.isMutating({ mutationKey: addingKey(deploymentId) }) === 0)
        queryClient.setQueryData(newWebhookOf(deploymentId).queryKey, null);
    },
    [queryClient, deploymentId],
  );
  return {
    /** Null while the form is closed. */
    draft,
    setDraft: (next: WebhookDraft | null) => {
      queryClient.setQueryData(newWebhookOf(deploymentId).queryKey, next);
    },
    /** The webhook that is being added, even if its form was closed and opened again. */
    adding,
  };
}
