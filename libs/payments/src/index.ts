/** Billing on the server: invoices as PDF, payments and payouts. */
export { type PaymentJobs, runPaymentJobs } from './jobs';
export type { PaymentProvider } from './provider';
export { createRest, type Rest, untyped } from './rest';
export { BILLING_PATH, type BillingOptions, type BillingService, createBillingService } from './service';
export { stripeProvider } from './stripeProvider';
export { stripeFromEnvironment } from './stripeSettings';
