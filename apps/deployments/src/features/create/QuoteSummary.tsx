/** The price of the chosen agent, an estimate, and what is left of the plan, before the deployment is made. */
import { useQuery } from '@tanstack/react-query';
import { Button, Card, LinkButton, Notice, Skeleton, Stack, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { dateInLine } from '../../data/dateInLine';
import { isUsedUp } from '../../data/reachedLimits';
import { type Quote, termsQueries } from '../../data/terms';
import { priceText } from '../../components/priceText';
import { t as shared } from '../../messages';
import { t } from './messages';

export function QuoteSummary({ agentId }: { agentId: string }) {
  const quote = useQuery(termsQueries.quote(agentId));
  if (quote.isPending) return <Skeleton shape="block" height="7.5rem" />;
  if (quote.isError) {
    return (
      <Notice
        tone="warning"
        action={
          <Button size="sm" busy={quote.isFetching} onClick={() => void quote.refetch()}>
            {shared('tryAgain')}
          </Button>
        }
      >
        {t('quoteFailed')}
      </Notice>
    );
  }
  return quote.data && <QuoteCard quote={quote.data} />;
}

/** Messages in the estimate. */
const ESTIMATED = 100;

function QuoteCard({ quote }: { quote: Quote }) {
  const price = { perMessage: quote.price_per_message, perMonth: quote.price_per_month };
  return (
    <Stack gap="sm">
      <Card as="section" aria-label={shared('price')}>
        <Stack gap="xs">
          <Text weight="strong">
            {quote.is_own ? t('priceOwn') : t('priceIs', { price: priceText(price) })}
          </Text>
          <Text size="sm" tone="muted">
            {estimateText(quote)}
          </Text>
          <Text size="sm" tone="muted">
            {quotaText(quote)}
          </Text>
        </Stack>
      </Card>
      {isUsedUp(quote) && (
        <Notice
          tone="warning"
          action={
            <LinkButton size="sm" href="/billing">
              {shared('seePlans')}
            </LinkButton>
          }
        >
          {t('quotaUsedUp', { plan: quote.plan_name, day: dateInLine(formats.utcDate(quote.period_end)) })}
        </Notice>
      )}
    </Stack>
  );
}

function estimateText({ price_per_message, price_per_month }: Quote): string {
  if (price_per_message > 0) {
    return t('estimateMessages', { count: ESTIMATED, cost: price_per_message * ESTIMATED });
  }
  return price_per_month > 0 ? t('estimateMonth', { cost: price_per_month }) : t('estimateFree');
}

const quotaText = ({ plan_name: plan, quota, used, period_end }: Quote): string =>
  quota === null
    ? t('quotaUnlimited', { plan })
    : t('quotaLeft', {
        plan,
        left: Math.max(0, quota - used),
        quota,
        day: dateInLine(formats.utcDate(period_end)),
      });
