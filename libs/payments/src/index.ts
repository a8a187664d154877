/** Billing on the server: invoices as PDF. */
export { createRest, type Rest, type RestOptions } from './rest';
export { BILLING_PATH, type BillingOptions, type BillingService, createBillingService } from './service';
