/** Webhooks that servers send: signatures and delivery. */
export { deliverWebhooks, type WebhookServices } from './deliverWebhooks';
