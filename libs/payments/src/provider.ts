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

/** A verified event; `subscription` is the id of the changed subscription, if any. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** ISO-8601 UTC. */
  created: string;
  subscription: string | undefined;
}

export interface PaymentProvider {
  /** Returns its id: the same one for a repeated call. */
  createCustomer(person: string, email: string): Promise<string>;
  /** Returns the address of the provider's page. */
  checkout(request: { person: string; customer: string; plan: SoldPlan; returnUrl: string }): Promise<string>;
  /** Returns the address of the page where a customer changes cards and cancels. */
  portal(request: { customer: string; returnUrl: string }): Promise<string>;
  /** Undefined when the signature does not match. */
  readEvent(body: string, signature: string): Promise<ProviderEvent | undefined>;
  /** The present state. */
  readSubscription(id: string): Promise<ProviderSubscription>;
}
