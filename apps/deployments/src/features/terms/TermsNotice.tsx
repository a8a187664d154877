/** A higher price that the creator announced: the owner accepts it, stops the deployment, or keeps the old price. */
import { useQuery } from '@tanstack/react-query';
import { Button, Notice, Stack, toast } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { Deployment } from '../../data/deployments';
import { hasEnded } from '../../data/ending';
import { actionFor } from '../../data/status';
import { type PendingTerms, termsQueries, useAcceptTerms } from '../../data/terms';
import { priceText } from '../../components/priceText';
import { t } from '../../messages';

interface TermsNoticeProps {
  deployment: Deployment;
  isChanging: boolean;
  onStop: () => void;
}

/** Nothing while no higher price waits or starts later. */
export function TermsNotice(props: TermsNoticeProps) {
  const terms = useQuery(termsQueries.pending()).data?.get(props.deployment.id);
  if (!terms) return null;
  const before = priceText({ perMessage: terms.old_price_per_message, perMonth: terms.old_price_per_month });
  const after = priceText({ perMessage: terms.new_price_per_message, perMonth: terms.new_price_per_month });
  if (terms.accepted_from !== null) {
    return <Notice>{t('termsAccepted', { day: formats.date(terms.accepted_from), before, after })}</Notice>;
  }
  const end = formats.date(terms.stops_at);
  const isStopped = actionFor(props.deployment.status) === 'start';
  return (
    <Notice tone="warning" action={<Answers {...props} terms={terms} />}>
      {hasEnded(terms.effective_at)
        ? isStopped
          ? t('termsBeforeStart', { before, after })
          : t('termsWait', { before, after, end })
        : t('termsChange', { day: formats.date(terms.effective_at), before, after, end })}
    </Notice>
  );
}

function Answers({
  deployment: { id, name, status },
  terms,
  isChanging,
  onStop,
}: TermsNoticeProps & { terms: PendingTerms }) {
  const accept = useAcceptTerms({
    onSuccess: () => toast.success(t('accepted'), { id: `terms-${id}` }),
    onError: () => toast.error(t('acceptFailed'), { id: `terms-${id}` }),
  });
  return (
    <Stack direction="row" gap="sm" wrap>
      <Button
        size="sm"
        busy={accept.isPending}
        aria-label={t('acceptOf', { name })}
        onClick={() => {
          accept.mutate(terms);
        }}
      >
        {t('accept')}
      </Button>
      {actionFor(status) === 'stop' && (
        <Button
          size="sm"
          variant="quiet"
          busy={isChanging}
          aria-label={t('rejectOf', { name })}
          onClick={onStop}
        >
          {t('stop')}
        </Button>
      )}
    </Stack>
  );
}
