/** Ids, times and missing objects, as Stripe's API has them. */
import Stripe from 'stripe';

export const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

/** Whether the object of a request does not exist, or no longer exists. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** See `PaymentProvider`. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;
