/** Reports an agent to the operator, once per user. */
import { type SyntheticEvent, useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Select, Stack, TextArea, toast } from '@slipway/design-system';
import { reportAgent } from '../../data/agents';
import { t } from './messages';

/** The values that `agent_reports.reason` accepts. */
const reasons = ['broken', 'copyright', 'harmful', 'misleading', 'spam', 'other'] as const;
const MAX_LENGTH = 1000;

export function ReportForm({ agentId, onDone }: { agentId: string; onDone: () => void }) {
  const [reason, setReason] = useState<string>(reasons[0]);
  const [details, setDetails] = useState('');
  const report = useExclusiveMutation({
    mutationKey: ['agents', 'report', agentId],
    mutationFn: reportAgent,
    onSuccess: () => {
      toast.success(t('reported'));
      onDone();
    },
    onError: (error) => {
      toast.error(t(isAppError(error) && error.code === 'conflict' ? 'alreadyReported' : 'reportFailed'));
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    report.mutate({ agent_id: agentId, reason, details: details.trim() || null });
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md" align="stretch">
        <Select
          label={t('reason')}
          options={reasons.map((value) => ({ value, label: t(`reason-${value}`) }))}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
          }}
        />
        <TextArea
          label={t('reportDetails')}
          dir="auto"
          maxLength={MAX_LENGTH}
          value={details}
          onChange={(event) => {
            setDetails(event.target.value);
          }}
        />
        <Stack direction="row" gap="sm">
          <Button type="submit" busy={report.isPending}>
            {t('sendReport')}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
