/** The plans there are, in the order of their price. What a plan allows, the database enforces by its name. */
import type { Subscription } from './subscription';

export interface Plan {
  name: 'Starter' | 'Pro' | 'Enterprise';
  /** US dollars a month. */
  price: number;
  /** A month; null for any number. */
  messages: number | null;
  isMostPopular: boolean;
}

const starter: Plan = { name: 'Starter', price: 0, messages: 100, isMostPopular: false };

export const plans: readonly Plan[] = [
  starter,
  { name: 'Pro', price: 29, messages: 10_000, isMostPopular: true },
  { name: 'Enterprise', price: 99, messages: null, isMostPopular: false },
];

/** In these a subscription still gives its plan; the database holds the same. */
const live: readonly string[] = ['active', 'trialing', 'past_due'];

/** The plan someone is on: their subscription's while it lives, else the free one. */
export const planOf = (subscription: Pick<Subscription, 'plan_name' | 'status'> | null | undefined): Plan =>
  (subscription && live.includes(subscription.status)
    ? plans.find((plan) => plan.name === subscription.plan_name)
    : undefined) ?? starter;
