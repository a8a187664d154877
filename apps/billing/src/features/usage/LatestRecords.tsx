/** The latest usage records, and an export of all of them. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState, Section, toast } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { exportRecords } from '../../data/exportRecords';
import { usageQueries } from '../../data/usage';
import { t } from '../../messages';
import { CardSkeleton } from '../../components/CardSkeleton';
import { RecordTable } from '../../components/RecordTable';

export function LatestRecords({ userId }: { userId: string }) {
  const latest = useQuery(usageQueries.latest(userId));
  return (
    <Section title={t('latest')} action={<ExportButton userId={userId} />}>
      <QueryPanel
        query={latest}
        failure={t('latestFailed')}
        waiting={<CardSkeleton lines={10} />}
        empty={<EmptyState title={t('noRecords')} description={t('noRecordsHint')} />}
      >
        {(records) => <RecordTable records={records} />}
      </QueryPanel>
    </Section>
  );
}

function ExportButton({ userId }: { userId: string }) {
  const [isBusy, setBusy] = useState(false);
  const handleExport = async () => {
    setBusy(true);
    try {
      toast.success(t('exported', { count: await exportRecords(userId) }));
    } catch {
      toast.error(t('exportFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" busy={isBusy} onClick={() => void handleExport()}>
      {t('export')}
    </Button>
  );
}
