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
/** A period that began longer ago was not paid just now. */
const NEW_MS = 24 * 60 * 60 * 1000;

/** `payment` is undefined unless the payment provider's page has led back here. */
export function useSubscription(userId: string) {
  const queryClient = useQueryClient();
  const [params, setParams] = useSearchParams();
  const isBack = params.get('payment') === 'done';
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
  const [hasWaited, setWaited] = useState(false);
  if (isWaiting && !hasWaited) setWaited(true);
  /** Stays after the parameter was removed. */
  const [isConfirmed, setConfirmed] = useState(false);
  const isNew = hasWaited || (data && dataUpdatedAt - Date.parse(data.current_period_start) < NEW_MS);
  if (isBack && isPaid && isNew && !isConfirmed) setConfirmed(true);
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
    if (!isBack || !isPaid) return;
    const withoutPayment = (current: URLSearchParams) => {
      current.delete('payment');
      return current;
    };
    setParams(withoutPayment, { replace: true, preventScrollReset: true });
  }, [isBack, isPaid, setParams]);
  const payment: PaymentResult | undefined = isConfirmed
    ? 'confirmed'
    : isBack && !isPaid
      ? isLate
        ? 'late'
        : 'waiting'
      : undefined;
  return { subscription, plan, payment };
}
