/**
 * Reports a shared conversation to the operator, with the key of its link. The form opens below its button, and keeps
 * its text while it is closed. If the panel is closed before the response and the report fails, a toast has a button
 * that opens the text again.
 */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { type MutationState, useMutationState } from '@tanstack/react-query';
import { useExclusiveMutation, useSentInput, useUnsentInput } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Select, Stack, Text, TextArea, toast } from '@slipway/design-system';
import { useNavigate } from '@slipway/platform';
import { type Report, reportConversation, reportReasons } from '../../data/sharedConversations';
import { t } from './messages';
import { wayBack } from '../stored-form/wayBack';
import { UnsavedReport } from './UnsavedReport';

interface ReportFormProps {
  id: string;
  secret: string;
}

const MAX_LENGTH = 1000;

export function ReportForm({ id, secret }: ReportFormProps) {
  const navigate = useNavigate();
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const mutationKey = ['shared-conversations', 'report', id];
  const { mutate } = useExclusiveMutation({
    mutationKey,
    mutationFn: reportConversation,
    onSuccess: () => {
      sent.drop();
      toast.success(t('reported'));
    },
    onError: (error) => {
      const isTooOften = isAppError(error) && error.code === 'rate_limited';
      const address = `/marketplace?conversation=${id}#${secret}`;
      toast.error(
        t(isTooOften ? 'reportedOften' : 'reportFailed'),
        sent.fail() ? wayBack(navigate, address) : {},
      );
    },
  });
  /** The last report, including one sent before the panel was closed. */
  const last = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state as MutationState<void, Error, Report>,
  }).at(-1);
  const sending = last?.status === 'pending' ? last.variables : undefined;
  const owner = `report-${id}`;
  const sent = useSentInput(owner, sending);
  const [isOpen, setOpen] = useState(sent.input !== undefined);
  const [reason, setReason] = useState<string>(sent.input?.reason ?? reportReasons[0]);
  const [details, setDetails] = useState(sent.input?.details ?? '');
  const isBusy = sending !== undefined;
  // A report that is being sent is not lost.
  const isUnsent = isOpen && details.trim() !== '' && !isBusy;
  useUnsentInput(owner, isUnsent ? { reason, details } : undefined);
  const [doneAt, setDoneAt] = useState(isBusy ? undefined : last?.submittedAt);
  if (last?.status === 'success' && last.submittedAt !== doneAt) {
    setDoneAt(last.submittedAt);
    setOpen(false);
    setDetails('');
  }
  const wasOpen = useRef<boolean>(undefined);
  useEffect(() => {
    // Opened from a toast: the focus scrolls the form into view.
    if (wasOpen.current === undefined && isOpen) field.current?.focus();
    // The form has closed, and its Send button had the focus.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = details.trim();
    if (!isBusy) mutate({ id, key: secret, reason, ...(text === '' ? {} : { details: text }) });
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
          {isUnsent && <UnsavedReport />}
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
              ref={field}
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
              <Button type="submit" busy={isBusy}>
                {t('sendReport')}
              </Button>
            </Stack>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
