/** Earnings by agent and day over a range, as a chart, a table and a CSV file, and the payouts. */
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, EmptyState, Icon, Section, Skeleton, Stack, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import { ChoiceChips } from '../../components/ChoiceChips';
import { saveFile } from '../../data/saveFile';
import { earningQueries } from '../../data/earnings';
import { t as shared } from '../../messages';
import { t } from './messages';
import { earningsCsv } from './earningsCsv';
import { EarningsByDay } from './EarningsByDay';
import { PayoutTable } from './PayoutTable';

const ranges: readonly number[] = [7, 30, 90, 366];

interface EarningsDialogProps {
  userId: string;
  onClose: () => void;
}

export function EarningsDialog({ userId, onClose }: EarningsDialogProps) {
  const [days, setDays] = useState(30);
  const [isSaving, setSaving] = useState(false);
  const earnings = useQuery({ ...earningQueries.byDay(userId, days), placeholderData: keepPreviousData });
  const payouts = useQuery(earningQueries.payouts(userId));
  const { data = [], isPlaceholderData } = earnings;

  const save = async () => {
    setSaving(true);
    try {
      saveFile(await earningsCsv(data), `slipway-earnings-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch {
      toast.error(shared('downloadFailed'), { id: 'earnings-download' });
    }
    setSaving(false);
  };
  return (
    <Dialog
      open
      kind="panel"
      size="lg"
      title={shared('earnings')}
      onClose={onClose}
      actions={
        <Button busy={isSaving} disabled={data.length === 0 || isPlaceholderData} onClick={() => void save()}>
          {shared('downloadCsv')}
        </Button>
      }
    >
      <Stack gap="xl">
        <ChoiceChips
          label={shared('range')}
          choices={ranges}
          chosen={days}
          labelOf={(each) => shared('lastDays', { days: each })}
          onChoose={setDays}
        />
        <QueryPanel
          query={earnings}
          failure={shared('earningsFailed')}
          waiting={<Skeleton shape="block" height="20rem" />}
          empty={
            <EmptyState
              icon={<Icon name="chart" size={20} />}
              title={t('noEarnings')}
              description={t('noEarningsHint')}
            />
          }
        >
          {(rows) => <EarningsByDay rows={rows} days={days} now={earnings.dataUpdatedAt} />}
        </QueryPanel>
        <Section title={t('payouts')} level={3} gap="sm">
          <QueryPanel
            query={payouts}
            failure={t('payoutListFailed')}
            waiting={<Skeleton shape="block" height="6rem" />}
            empty={
              <EmptyState
                icon={<Icon name="money" size={20} />}
                title={t('noPayouts')}
                description={t('noPayoutsHint')}
              />
            }
          >
            {(rows) => <PayoutTable payouts={rows} />}
          </QueryPanel>
        </Section>
      </Stack>
    </Dialog>
  );
}
