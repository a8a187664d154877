/**
 * The webhook that is typed and not added yet. If its form is closed while it is being added, it stays in the memory of
 * this page until it is added or the user signs out.
 */
import { queryOptions } from '@tanstack/react-query';
import { type WebhookEvent, webhookEvents } from './webhooks';

export interface WebhookDraft {
  url: string;
  events: readonly WebhookEvent[];
}

export const emptyWebhook: WebhookDraft = { url: '', events: webhookEvents };

/** Whether closing the form would lose something. */
export const isWebhookTyped = ({ url, events }: WebhookDraft) =>
  url.trim() !== '' || events.length < webhookEvents.length;

/** Null while the form is closed. Never fetched: `setQueryData` stores it. */
export const newWebhookOf = (deploymentId: string) =>
  queryOptions({
    queryKey: ['new-webhook', deploymentId] as const,
    queryFn: (): WebhookDraft | null => null,
    enabled: false,
    initialData: null,
    gcTime: Infinity,
  });
