/** Reports an agent to the operator, once per user. The form opens below its button, and keeps its text while it is closed. */
import { type SyntheticEvent, useRef, useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Select, Stack, TextArea, toast } from '@slipway/design-system';
import { reportAgent } from '../../data/agents';
import { t } from './messages';
import { UnsavedReport } from './UnsavedReport';

/** The values that `agent_reports.reason` accepts. */
const reasons = ['broken', 'copyright', 'harmful', 'misleading', 'spam', 'other'] as const;
const MAX_LENGTH = 1000;

export function ReportForm({ agentId }: { agentId: string }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<string>(reasons[0]);
  const [details, setDetails] = useState('');
  const report = useExclusiveMutation({
    mutationKey: ['agents', 'report', agentId],
    mutationFn: reportAgent,
    onSuccess: () => {
      toast.success(t('reported'));
      // The button that sent it is about to go.
      opener.current?.focus();
      setOpen(false);
      setDetails('');
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
    <Stack gap="md">
      <Stack align="start">
        <Button
          ref={opener}
          size="sm"
          variant="quiet"
          flush="start"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {t('report')}
        </Button>
      </Stack>
      {isOpen && (
        <form onSubmit={handleSubmit}>
          {/* A report that is being sent is not lost. */}
          {details.trim() !== '' && !report.isPending && <UnsavedReport />}
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
              characterLimit={MAX_LENGTH}
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
      )}
    </Stack>
  );
}
