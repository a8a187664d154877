/** The interface of payment providers. `stripeProvider.ts` is the implementation. */

/** The plan that is sold by checkout; the others are free, or sold by contract. */
export type SoldPlan = 'Pro';

/** The state of a subscription at the provider. Times are ISO-8601 UTC, the price is US dollars per month. */
export interface ProviderSubscription {
  id: string;
  customer: string;
  status: string;
  plan: SoldPlan;
  price: number;
  starts: string;
  ends: string;
  renews: boolean;
}

/** A subscription to a sold plan whose price has no place here, such as a yearly one, and why. */
export interface UnsupportedSubscription extends Omit<ProviderSubscription, 'price'> {
  price: null;
  unsupported: string;
}

/** The provider's invoice for a period of a subscription. Times are ISO-8601 UTC, `paid` is US dollars. */
export interface ProviderInvoice {
  subscription: string;
  /** The start of the period. */
  starts: string;
  /** `failed`: a payment was rejected, and may be tried again. */
  state: 'open' | 'paid' | 'failed' | 'void';
  paid: number;
}

/** The part of the provider's state that an event says has changed. */
export interface EventSubject {
  kind: 'subscription' | 'invoice' | 'payout_account' | 'transfer';
  id: string;
}

/** A verified event; without a `subject`, it changes nothing here. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** ISO-8601 UTC. */
  created: string;
  subject: EventSubject | undefined;
}

/** The state of a creator's account: `onboarding` until its form is complete, `restricted` when the provider transfers nothing to it. */
export type PayoutState = 'onboarding' | 'ready' | 'restricted';

/** The transfer of a balance. `amount` is US dollars, in whole cents. */
export interface PayoutOrder {
  destination: string;
  /** First day. There is one payout for each destination and month. */
  month: string;
  amount: number;
  /** How often it was rejected: a rejected transfer may be tried again. */
  rejections: number;
}

export interface PaymentProvider {
  /** Whether the provider did not respond, failed, or had too many requests: a later request may succeed. */
  isUnavailable(error: unknown): boolean;
  /** Returns the customer's id, the same one for a repeated call. `lost` is the id of an earlier customer that was deleted. */
  createCustomer(user: string, email: string, lost?: string): Promise<string>;
  /**
   * Returns the address of the provider's page: the same one until it is used or expires, so that two tabs cannot pay
   * twice. Undefined if the customer was deleted.
   */
  checkout(request: {
    user: string;
    customer: string;
    plan: SoldPlan;
    returnUrl: string;
  }): Promise<string | undefined>;
  /** Whether a subscription of the customer to a sold plan has begun and not ended; it may be unpaid. */
  hasSubscription(customer: string): Promise<boolean>;
  /** Returns the address of the page where a customer pays, changes cards and cancels; undefined if the customer was deleted. */
  portal(request: { customer: string; returnUrl: string }): Promise<string | undefined>;
  /** Undefined when the signature does not match. */
  readEvent(body: string, signature: string): Promise<ProviderEvent | undefined>;
  /** The present state; undefined for a subscription that is not for a sold plan. */
  readSubscription(id: string): Promise<ProviderSubscription | UnsupportedSubscription | undefined>;
  /** The present state; undefined for an invoice that is a draft, or not for a subscription. */
  readInvoice(id: string): Promise<ProviderInvoice | undefined>;
  /** Deletes a customer, which cancels its subscriptions at once. A deleted one is no error. */
  cancelCustomer(customer: string): Promise<void>;
  /** Undefined where balances are not paid out. */
  payouts: PayoutProvider | undefined;
}

export interface PayoutProvider {
  /** Returns the account's id, the same one for a repeated call. `lost` is the id of an earlier account that was deleted. */
  createAccount(user: string, email: string, lost?: string): Promise<string>;
  /** Returns the address of the provider's form, or of its dashboard when the account is ready; undefined if it was deleted. */
  page(request: { account: string; state: PayoutState; returnUrl: string }): Promise<string | undefined>;
  /** The present state. */
  readAccount(id: string): Promise<PayoutState>;
  /** Makes the transfer once, however often it is called. @throws when its outcome is unknown */
  transfer(order: PayoutOrder): Promise<{ transfer: string } | { rejected: string }>;
  /** US dollars of a transfer that were reversed. */
  readReversed(transfer: string): Promise<number>;
}
