/**
 * Why calls are rejected now: the messages of the plan are used up, or a spend limit is reached. Beside the figures, which have no
 * rejected calls. Nothing when that cannot be read: the section of the limits shows that error.
 */
import { useQuery } from '@tanstack/react-query';
import { Button, LinkButton, Notice } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { dateInLine } from '../../data/dateInLine';
import { isReached, isUsedUp, type Limit, limitQueries, type MessageQuota } from '../../data/reachedLimits';
import { t as shared } from '../../messages';
import { t } from './messages';

interface Reached {
  /** The first attempt to read them has not ended. */
  isWaiting: boolean;
  limits: readonly Limit[];
  /** The plan's quota, if it is used up. */
  quota: MessageQuota | undefined;
}

export function useReachedLimits(id: string): Reached {
  const own = useQuery(limitQueries.of(id));
  const all = useQuery(limitQueries.of());
  const messages = useQuery(limitQueries.messages());
  const ofAccount = all.data?.filter(({ scope }) => scope === 'account') ?? [];
  return {
    isWaiting: [own, all, messages].some(({ isPending, failureCount }) => isPending && failureCount === 0),
    limits: [...ofAccount, ...(own.data ?? [])].filter(isReached),
    quota: messages.data && isUsedUp(messages.data) ? messages.data : undefined,
  };
}

interface ReachedLimitsProps {
  reached: Pick<Reached, 'limits' | 'quota'>;
  /** Opens the limits of the deployment and of its keys. */
  onShow: () => void;
}

export function ReachedLimits({ reached: { limits, quota }, onShow }: ReachedLimitsProps) {
  return (
    <>
      {quota && (
        <Notice
          tone="warning"
          action={
            <LinkButton size="sm" href="/billing">
              {shared('seePlans')}
            </LinkButton>
          }
        >
          {t('quotaReached', {
            plan: quota.plan_name,
            day: dateInLine(formats.utcDate(quota.period_end)),
          })}
        </Notice>
      )}
      {limits.map(({ scope, subject, name, spent, amount, resets_at }) => (
        <Notice
          key={`${scope} ${subject}`}
          tone="warning"
          action={
            scope === 'account' ? (
              <LinkButton size="sm" href="/billing">
                {t('limits')}
              </LinkButton>
            ) : (
              <Button size="sm" onClick={onShow}>
                {t('limits')}
              </Button>
            )
          }
        >
          {t('limitReached', {
            state: amount === 0 ? 'zero' : 'reached',
            name: name ?? t('limitOfAccount'),
            spent: formats.dollars(spent),
            amount: formats.dollars(amount ?? 0),
            day: formats.utcDate(resets_at),
          })}
        </Notice>
      ))}
    </>
  );
}
