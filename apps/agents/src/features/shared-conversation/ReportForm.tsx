/**
 * Reports a shared conversation to the operator, with the key of its link. The form opens below its button, and keeps its text
 * while it is closed.
 */
import { type SyntheticEvent, useRef, useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Select, Stack, Text, TextArea, toast } from '@slipway/design-system';
import { reportConversation, reportReasons } from '../../data/sharedConversations';
import { t } from './messages';
import { UnsavedReport } from './UnsavedReport';

interface ReportFormProps {
  id: string;
  secret: string;
}

const MAX_LENGTH = 1000;

export function ReportForm({ id, secret }: ReportFormProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<string>(reportReasons[0]);
  const [details, setDetails] = useState('');
  const report = useExclusiveMutation({
    mutationKey: ['shared-conversations', 'report', id],
    mutationFn: reportConversation,
    onSuccess: () => {
      toast.success(t('reported'));
      // The button that sent it is about to go.
      opener.current?.focus();
      setOpen(false);
      setDetails('');
    },
    onError: (error) => {
      const isTooOften = isAppError(error) && error.code === 'rate_limited';
      toast.error(t(isTooOften ? 'reportedOften' : 'reportFailed'));
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = details.trim();
    report.mutate({ id, key: secret, reason, ...(text === '' ? {} : { details: text }) });
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
          {t('reportConversation')}
        </Button>
      </Stack>
      {isOpen && (
        <form onSubmit={handleSubmit}>
          {/* A report that is being sent is not lost. */}
          {details.trim() !== '' && !report.isPending && <UnsavedReport />}
          <Stack gap="md" align="stretch">
            <Text size="sm" tone="muted">
              {t('reportHint')}
            </Text>
            <Select
              label={t('reason')}
              options={reportReasons.map((value) => ({ value, label: t(`reason-${value}`) }))}
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
              }}
            />
            <TextArea
              label={t('reportDetails')}
              dir="auto"
              characterLimit={MAX_LENGTH}
              maxLength={MAX_LENGTH}
              value={details}
              onChange={({ target }) => {
                setDetails(target.value);
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
