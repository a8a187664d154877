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

/** A subscription to a sold plan that the database cannot store, such as a yearly one, and the reason. */
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

/** The object at the provider that an event reports as changed. */
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

/**
 * The state of a creator's account: `onboarding` until its form is complete, `restricted` when the provider accepts no
 * transfers to it.
 */
export type PayoutState = 'onboarding' | 'ready' | 'restricted';

/** The payout of a balance. `amount` is US dollars, in whole cents. */
export interface PayoutOrder {
  destination: string;
  /** The first day of the month. There is one payout per destination and month. */
  month: string;
  amount: number;
  /** How often the transfer was rejected. A rejected transfer may be tried again. */
  rejections: number;
}

export interface PaymentProvider {
  /** Whether the error is temporary: the provider did not respond, failed, or limited the rate. */
  isUnavailable(error: unknown): boolean;
  /**
   * Creates a customer and returns its id. A repeated call returns the same one. `lost` is the id of an earlier
   * customer that was deleted.
   */
  createCustomer(user: string, email: string, lost?: string): Promise<string>;
  /**
   * Returns the URL of the provider's page. It stays the same until it is used or expires, so that two tabs cannot pay
   * twice. Undefined if the customer was deleted.
   */
  checkout(request: {
    user: string;
    customer: string;
    plan: SoldPlan;
    returnUrl: string;
  }): Promise<string | undefined>;
  /** Whether the customer has a subscription to a sold plan that has begun and not ended. It may be unpaid. */
  hasSubscription(customer: string): Promise<boolean>;
  /**
   * Returns the URL of the page where a customer pays, changes cards and cancels; undefined if the customer was
   * deleted.
   */
  portal(request: { customer: string; returnUrl: string }): Promise<string | undefined>;
  /** The verified event; undefined when the signature does not match. */
  readEvent(body: string, signature: string): Promise<ProviderEvent | undefined>;
  /** The current state; undefined for a subscription to a plan that is not sold here. */
  readSubscription(id: string): Promise<ProviderSubscription | UnsupportedSubscription | undefined>;
  /** The current state; undefined for a draft, and for an invoice without a subscription. */
  readInvoice(id: string): Promise<ProviderInvoice | undefined>;
  /** Deletes a customer, which cancels its subscriptions at once. Succeeds if the customer was already deleted. */
  cancelCustomer(customer: string): Promise<void>;
  /** Undefined where balances are not paid out. */
  payouts: PayoutProvider | undefined;
}

export interface PayoutProvider {
  /**
   * Creates an account and returns its id. A repeated call returns the same one. `lost` is the id of an earlier account
   * that was deleted.
   */
  createAccount(user: string, email: string, lost?: string): Promise<string>;
  /**
   * Returns the URL of the provider's onboarding form, or of its dashboard once the account is ready; undefined if it
   * was deleted.
   */
  page(request: { account: string; state: PayoutState; returnUrl: string }): Promise<string | undefined>;
  /** The current state. */
  readAccount(id: string): Promise<PayoutState>;
  /** Makes the transfer, once even if it is called again. @throws when the outcome is unknown */
  transfer(order: PayoutOrder): Promise<{ transfer: string } | { rejected: string }>;
  /** The reversed amount of a transfer, in US dollars. */
  readReversed(transfer: string): Promise<number>;
}
