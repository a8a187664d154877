/** The plans, by price. The database enforces the limits of each, by name. */
import type { Subscription } from './subscription';

export interface Plan {
  name: 'Starter' | 'Pro' | 'Enterprise';
  /** US dollars a month. */
  price: number;
  /** Per month; null without a limit. */
  messages: number | null;
  isMostPopular: boolean;
}

const starter: Plan = { name: 'Starter', price: 0, messages: 100, isMostPopular: false };

export const plans: readonly Plan[] = [
  starter,
  { name: 'Pro', price: 29, messages: 10_000, isMostPopular: true },
  { name: 'Enterprise', price: 99, messages: null, isMostPopular: false },
];

/** The statuses in which a subscription grants its plan, as in the database. */
const granting: readonly string[] = ['active', 'trialing', 'past_due'];

/** The user's current plan: that of the subscription while it is valid, otherwise the free one. */
export const planOf = (subscription: Pick<Subscription, 'plan_name' | 'status'> | null | undefined): Plan =>
  (subscription && granting.includes(subscription.status)
    ? plans.find((plan) => plan.name === subscription.plan_name)
    : undefined) ?? starter;
