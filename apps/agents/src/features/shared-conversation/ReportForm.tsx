/** Reports a shared conversation to the operator, with the key of its link. */
import { type SyntheticEvent, useState } from 'react';
import { useExclusiveMutation } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Select, Stack, Text, TextArea, toast } from '@slipway/design-system';
import { reportConversation, reportReasons } from '../../data/sharedConversations';
import { t } from './messages';

interface ReportFormProps {
  id: string;
  secret: string;
  onDone: () => void;
}

const MAX_LENGTH = 1000;

export function ReportForm({ id, secret, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<string>(reportReasons[0]);
  const [details, setDetails] = useState('');
  const report = useExclusiveMutation({
    mutationKey: ['shared-conversations', 'report', id],
    mutationFn: reportConversation,
    onSuccess: () => {
      toast.success(t('reported'));
      onDone();
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
    <form onSubmit={handleSubmit}>
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
  );
}
