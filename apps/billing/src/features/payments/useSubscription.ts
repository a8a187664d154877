/** The user's subscription, which is read again after a payment until it has changed the plan. */
import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from '@slipway/platform';
import { planOf } from '../../data/plans';
import { subscriptionQueries } from '../../data/subscription';

/** `waiting` for the event of the payment provider, which takes seconds; `late` after a minute. */
export type PaymentResult = 'waiting' | 'confirmed' | 'late';

const POLL_MS = 2_000;
const LATE_MS = 60_000;

/** `payment` is undefined unless the payment provider's page has led back here. */
export function useSubscription(userId: string) {
  const queryClient = useQueryClient();
  const [params] = useSearchParams();
  const isBack = params.get('payment') === 'done';
  const [isLate, setLate] = useState(false);
  const subscription = useQuery({
    ...subscriptionQueries.current(userId),
    refetchInterval: ({ state: { data } }) =>
      isBack && !isLate && planOf(data, Date.now()).price === 0 ? POLL_MS : false,
  });
  const plan = planOf(subscription.data, subscription.dataUpdatedAt);
  const isPaid = plan.price > 0;
  const isWaiting = isBack && subscription.data !== undefined && !isPaid;
  const wasWaiting = useRef(false);
  useEffect(() => {
    if (isWaiting) {
      wasWaiting.current = true;
      const timer = setTimeout(() => {
        setLate(true);
      }, LATE_MS);
      return () => {
        clearTimeout(timer);
      };
    }
    // Quotas and charges depend on the plan.
    if (wasWaiting.current) void queryClient.invalidateQueries({ queryKey: ['billing', userId] });
    wasWaiting.current = false;
    return undefined;
  }, [isWaiting, queryClient, userId]);
  const payment: PaymentResult | undefined = isBack
    ? isPaid
      ? 'confirmed'
      : isLate
        ? 'late'
        : 'waiting'
    : undefined;
  return { subscription, plan, payment };
}
