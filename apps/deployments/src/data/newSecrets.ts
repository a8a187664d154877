/**
 * Secrets of webhooks that were shown and are not confirmed yet. The server shows a secret once, so closing the panel keeps it,
 * in the memory of this page, until the user says that it is copied or signs out.
 */
import { queryOptions } from '@tanstack/react-query';

export interface NewSecret {
  /** The address of its webhook. */
  url: string;
  secret: string;
  /** Whether the webhook is new, too: it is in the list after its secret, so that nothing moves. */
  isAdded: boolean;
}

/** Oldest first. Never fetched: `setQueryData` stores them. */
export const newSecretsOf = (deploymentId: string) =>
  queryOptions({
    queryKey: ['webhook-secrets', deploymentId] as const,
    queryFn: (): readonly NewSecret[] => [],
    enabled: false,
    initialData: [],
    gcTime: Infinity,
  });
