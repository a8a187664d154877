/**
 * Reports an agent to the operator, once per user. The form opens below its button, and keeps its text while it is
 * closed. If the panel is closed before the response and the report fails, a toast has a button that opens the text
 * again.
 */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { type MutationState, useMutationState } from '@tanstack/react-query';
import { useExclusiveMutation, useSentInput, useUnsentInput } from '@slipway/data';
import { isAppError } from '@slipway/contracts';
import { Button, Select, Stack, TextArea, toast } from '@slipway/design-system';
import { useNavigate } from '@slipway/platform';
import { type Report, reportAgent } from '../../data/agents';
import { t } from './messages';
import { UnsavedReport } from './UnsavedReport';

/** The values that `agent_reports.reason` accepts. */
const reasons = ['broken', 'copyright', 'harmful', 'misleading', 'spam', 'other'] as const;
const MAX_LENGTH = 1000;

export function ReportForm({ agentId }: { agentId: string }) {
  const navigate = useNavigate();
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const mutationKey = ['agents', 'report', agentId];
  const { mutate } = useExclusiveMutation({
    mutationKey,
    mutationFn: reportAgent,
    onSuccess: () => {
      sent.drop();
      toast.success(t('reported'));
    },
    onError: (error) => {
      const isClosed = sent.fail();
      if (isAppError(error) && error.code === 'conflict') {
        sent.drop();
        toast.error(t('alreadyReported'));
      } else if (isClosed) {
        const onPress = () => void navigate(`/marketplace?agent=${agentId}`);
        toast.error(t('reportFailed'), { action: { label: t('backToForm'), onPress } });
      } else toast.error(t('reportFailed'));
    },
  });
  /** The last report, including one sent before the panel was closed. */
  const last = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state as MutationState<void, Error, Report>,
  }).at(-1);
  const sending = last?.status === 'pending' ? last.variables : undefined;
  const owner = `report-${agentId}`;
  const sent = useSentInput(owner, sending);
  const [isOpen, setOpen] = useState(sent.input !== undefined);
  const [reason, setReason] = useState<string>(sent.input?.reason ?? reasons[0]);
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
    if (!isBusy) mutate({ agent_id: agentId, reason, details: details.trim() || null });
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
          {isUnsent && <UnsavedReport />}
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
              ref={field}
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
