/** The user's subscription, which is read again after a payment until it has changed the plan. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from '@slipway/platform';
import { pendingCheckout } from '../../data/pendingCheckout';
import { planOf } from '../../data/plans';
import { subscriptionQueries } from '../../data/subscription';

/** `waiting` for the event of the payment provider, which takes seconds; `late` after a minute. */
export type PaymentResult = 'waiting' | 'confirmed' | 'late';

const POLL_MS = 2_000;
const LATE_MS = 60_000;

/** `payment` is set only after a checkout that this user started in this browser. */
export function useSubscription(userId: string) {
  const queryClient = useQueryClient();
  const [params, setParams] = useSearchParams();
  const checkout = useMemo(() => pendingCheckout(userId), [userId]);
  const hasReturned = params.get('payment') === 'done';
  const isBack = hasReturned && checkout.get();
  const [isLate, setLate] = useState(false);
  const subscription = useQuery({
    ...subscriptionQueries.current(userId),
    refetchInterval: ({ state: { data } }) =>
      isBack && !isLate && planOf(data, Date.now()).price === 0 ? POLL_MS : false,
  });
  const { data, dataUpdatedAt } = subscription;
  const plan = planOf(data, dataUpdatedAt);
  const isPaid = plan.price > 0;
  const isWaiting = isBack && data !== undefined && !isPaid;
  /** Kept after `?payment=` is removed from the address. */
  const [isConfirmed, setConfirmed] = useState(false);
  if (isBack && isPaid && !isConfirmed) setConfirmed(true);
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
  useEffect(() => {
    // Until the payment is confirmed, a reload waits for it again.
    if (!hasReturned || (isBack && !isPaid)) return;
    checkout.remove();
    const withoutPayment = (current: URLSearchParams) => {
      current.delete('payment');
      return current;
    };
    setParams(withoutPayment, { replace: true, preventScrollReset: true });
  }, [hasReturned, isBack, isPaid, checkout, setParams]);
  const payment: PaymentResult | undefined = isConfirmed
    ? 'confirmed'
    : isBack && !isPaid
      ? isLate
        ? 'late'
        : 'waiting'
      : undefined;
  return { subscription, plan, payment };
}
