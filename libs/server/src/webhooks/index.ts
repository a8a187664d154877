/** Webhooks that servers send: signatures and delivery. */
export { deliverWebhooks, WEBHOOK_RUNS, type WebhookServices } from './deliverWebhooks';
