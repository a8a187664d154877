/** The confirmation of an action: exactly what will change, the same command, and a reason. Nothing runs before it. */
import type { Action, Preview } from '@slipway/cli/console';
import {
  Button,
  CodeBlock,
  Notice,
  SkeletonText,
  Stack,
  Text,
  TextInput,
  toast,
} from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { overviewQuery, previewQuery } from '../../data/queries';
import { withReason } from '../../data/command';
import { text } from '../../messages';
import { PreviewChanges } from './PreviewChanges';
import { useRun } from './useRun';

export interface ActionDialogProps {
  title: string;
  /** Undefined while its fields are not complete. */
  action: Action | undefined;
  /** The fields that the action depends on. */
  children?: ReactNode;
  onClose: () => void;
}

export function ActionDialog({ title, action, children, onClose }: ActionDialogProps) {
  const [reason, setReason] = useState('');
  const { data: overview } = useQuery(overviewQuery);
  const isReadOnly = overview?.isReadOnly ?? true;
  return (
    <Dialog
      open
      size="lg"
      title={title}
      onClose={onClose}
      actions={
        action && <Actions action={action} reason={reason} isReadOnly={isReadOnly} onClose={onClose} />
      }
    >
      <Stack gap="xl">
        {children}
        {action && action.kind !== 'approve' && (
          <TextInput
            label={text.reasonField}
            hint={text.reasonHint}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
            }}
          />
        )}
        {action && <Consequences action={action} reason={reason} isReadOnly={isReadOnly} />}
      </Stack>
    </Dialog>
  );
}

function Consequences({
  action,
  reason,
  isReadOnly,
}: {
  action: Action;
  reason: string;
  isReadOnly: boolean;
}) {
  const { data, error } = useQuery(previewQuery(action));
  if (error)
    return (
      <Notice tone="warning">
        <Text as="strong" weight="medium" size="sm">
          {`${text.cannot}: `}
        </Text>
        <Text as="span" size="sm" preserveLines>
          {error.message}
        </Text>
      </Notice>
    );
  if (!data)
    return (
      <div aria-busy="true" aria-label={text.checking} role="status">
        <SkeletonText lines={4} />
      </div>
    );
  return (
    <>
      <PreviewChanges preview={data} />
      {isReadOnly && <Notice>{text.readOnly}</Notice>}
      <Stack gap="xs">
        <Text size="sm" weight="medium">
          {text.command}
        </Text>
        <CodeBlock
          label={text.command}
          code={commandOf(data, action, reason, isReadOnly)}
          copyLabel={text.commandHint}
          onCopied={() => toast.success(text.copied)}
          onCopyFailed={() => toast.error(text.copyFailed)}
        />
      </Stack>
    </>
  );
}

/** Read-only, a change that needs approvals is proposed as a plan. */
const commandOf = ({ command, refusals }: Preview, action: Action, reason: string, isReadOnly: boolean) =>
  action.kind === 'approve'
    ? command
    : withReason(isReadOnly && refusals.length > 0 ? `${command} --plan` : command, reason);

interface ActionsProps {
  action: Action;
  reason: string;
  isReadOnly: boolean;
  onClose: () => void;
}

function Actions({ action, reason, isReadOnly, onClose }: ActionsProps) {
  const { data, isFetching } = useQuery(previewQuery(action));
  const { run, isRunning } = useRun(action, onClose);
  const isApproval = action.kind === 'approve';
  const isEmpty = data !== undefined && !isApproval && isNothing(data);
  const isComplete = data !== undefined && !isFetching && !isEmpty && (isApproval || reason.trim() !== '');
  const isRefused = data !== undefined && data.refusals.length > 0;
  return (
    <>
      <Button onClick={onClose}>{text.cancel}</Button>
      {!isReadOnly && (
        <Button
          variant="primary"
          busy={isRunning}
          disabled={!isComplete}
          onClick={() => {
            if (data) run({ preview: data, reason: reason.trim(), isPlan: isRefused });
          }}
        >
          {isApproval ? text.approve : isRefused ? text.writePlan : text.confirm}
        </Button>
      )}
    </>
  );
}

const isNothing = ({ changes, settings, others }: Preview) =>
  changes.length + settings.length + others.length === 0;
