/**
 * Secrets of webhooks that were shown and not confirmed yet. The server shows a secret once, so this page keeps it in
 * memory after its panel is closed, until the user confirms that it is copied, or signs out.
 */
import { queryOptions } from '@tanstack/react-query';

export interface NewSecret {
  /** The address of its webhook. */
  url: string;
  secret: string;
  /** Whether the webhook is also new: the list shows it after its secret, so that nothing moves. */
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
