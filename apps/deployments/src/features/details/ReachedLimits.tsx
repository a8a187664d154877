/**
 * The spend limits because of which calls are rejected now, beside the figures, which have no rejected calls. Nothing when they
 * cannot be read: the section of the limits shows that error.
 */
import { useQuery } from '@tanstack/react-query';
import { Button, LinkButton, Notice } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { isReached, limitQueries } from '../../data/reachedLimits';
import { t } from './messages';

interface ReachedLimitsProps {
  id: string;
  /** Opens the limits of the deployment and of its keys. */
  onShow: () => void;
}

export function ReachedLimits({ id, onShow }: ReachedLimitsProps) {
  const own = useQuery(limitQueries.of(id)).data ?? [];
  const all = useQuery(limitQueries.of()).data ?? [];
  const reached = [...all.filter(({ scope }) => scope === 'account'), ...own].filter(isReached);
  return reached.map(({ scope, subject, name, spent, amount, resets_at }) => (
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
  ));
}
