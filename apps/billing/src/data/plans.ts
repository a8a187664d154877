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

type Period = Pick<Subscription, 'plan_name' | 'status' | 'current_period_end' | 'renews'>;

/** Whether a subscription starts another period when this one ends. */
export const willRenew = ({ status, renews }: Pick<Subscription, 'status' | 'renews'>): boolean =>
  renews && (status === 'active' || status === 'trialing');

/** Whether a subscription grants its plan: while it is valid, and its period lasts or renews. `now` is in milliseconds since 1970. */
export const grantsPlan = (subscription: Period, now: number): boolean =>
  granting.includes(subscription.status) &&
  (Date.parse(subscription.current_period_end) > now || willRenew(subscription));

/** The user's current plan: that of a subscription that grants it, otherwise the free one. */
export const planOf = (subscription: Period | null | undefined, now: number): Plan =>
  (subscription && grantsPlan(subscription, now)
    ? plans.find((plan) => plan.name === subscription.plan_name)
    : undefined) ?? starter;
