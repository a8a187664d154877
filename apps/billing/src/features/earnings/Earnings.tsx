/** The balance of the user's earnings, and the state of payouts. `?earnings=` opens the details. */
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Section, Skeleton, Stack, Text, VisuallyHidden } from '@slipway/design-system';
import { lazyPart, PartLoading, QueryPanel, useDialogParam, useTakesPayments } from '@slipway/platform';
import { DescriptionList } from '../../components/DescriptionList';
import { signedMoney } from '../../data/amounts';
import { earningQueries } from '../../data/earnings';
import { t as shared } from '../../messages';
import { t } from '../overview/messages';
import { PayoutState } from './PayoutState';

const EarningsDialog = lazyPart(async () => ({
  default: (await import('./EarningsDialog')).EarningsDialog,
}));

/** As tall as the balance. */
function EarningsSkeleton() {
  const hasPayouts = useTakesPayments();
  const figure = <Skeleton width="3.5rem" />;
  return (
    <Card aria-busy="true">
      <VisuallyHidden>{shared('loading')}</VisuallyHidden>
      <Stack gap="lg">
        <DescriptionList
          items={[
            [t('balance'), figure],
            ...(hasPayouts ? [[t('nextPayout'), figure] as const] : []),
            [t('paidOut'), figure],
          ]}
        />
        <Text as="div">
          <Skeleton width="20rem" />
        </Text>
      </Stack>
    </Card>
  );
}

export function Earnings({ userId }: { userId: string }) {
  const summary = useQuery(earningQueries.summary(userId));
  const { value, open, close } = useDialogParam('earnings');
  const hasPayouts = useTakesPayments();
  return (
    <Section title={shared('earnings')} description={t('earningsHint')}>
      <QueryPanel query={summary} failure={shared('earningsFailed')} waiting={<EarningsSkeleton />}>
        {({ balance, payable, paid_out, payout_state }) => (
          <Card>
            <Stack gap="lg">
              <Stack direction="row" justify="between" align="end" wrap>
                <DescriptionList
                  items={[
                    [t('balance'), signedMoney(balance)],
                    ...(hasPayouts ? [[t('nextPayout'), signedMoney(payable)] as const] : []),
                    [t('paidOut'), signedMoney(paid_out)],
                  ]}
                />
                <Button
                  onClick={() => {
                    open('days');
                  }}
                >
                  {t('openEarnings')}
                </Button>
              </Stack>
              <PayoutState state={payout_state} />
            </Stack>
          </Card>
        )}
      </QueryPanel>
      <Suspense fallback={<PartLoading />}>
        {value !== null && <EarningsDialog userId={userId} onClose={close} />}
      </Suspense>
    </Section>
  );
}
