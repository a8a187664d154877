/** The latest usage records, and an export of all of them. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState, Icon, LinkButton, Section, toast } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { exportRecords } from '../../data/exportRecords';
import { usageQueries } from '../../data/usage';
import { t } from '../overview/messages';
import { RecordTable } from '../../components/RecordTable';
import { TableSkeleton } from '../../components/TableSkeleton';
import { useFailureToast } from './useFailureToast';

export function LatestRecords({ userId }: { userId: string }) {
  const latest = useQuery(usageQueries.latest(userId));
  useFailureToast(latest.isError, t('loadFailed'));
  return (
    <Section
      title={t('latest')}
      action={latest.data?.length === 0 ? undefined : <ExportButton userId={userId} />}
    >
      <QueryPanel
        query={latest}
        failure={t('latestFailed')}
        waiting={<TableSkeleton columns={4} rows={10} />}
        empty={
          <EmptyState
            compact
            level={3}
            icon={<Icon name="activity" size={20} />}
            title={t('noRecords')}
            description={t('noRecordsHint')}
            action={<LinkButton href="/deployments?new=deployment">{t('deploy')}</LinkButton>}
          />
        }
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
