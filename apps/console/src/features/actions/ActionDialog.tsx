/** The confirmation of an action: exactly what will change, the same command, and a reason. Nothing runs before it. */
import type { Action } from '@slipway/cli/console';
import { Button, Stack, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { overviewQuery, previewQuery } from '../../data/queries';
import { text } from '../../messages';
import { Consequences } from './Consequences';
import { isNothing } from './isNothing';
import { runButton } from './runButton';
import { useRun } from './useRun';

export interface ActionDialogProps {
  title: string;
  /** Undefined while its fields are not complete. */
  action: Action | undefined;
  /** The fields that the action depends on. */
  children?: ReactNode;
  /** The fields have no value that is right for most: the focus starts on the first one, not on the reason. */
  startsAtFields?: boolean;
  onClose: () => void;
}

export function ActionDialog({
  title,
  action,
  children,
  startsAtFields = false,
  onClose,
}: ActionDialogProps) {
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
          <ReasonField isFirst={!startsAtFields} value={reason} onValueChange={setReason} />
        )}
        {action && <Consequences action={action} reason={reason} isReadOnly={isReadOnly} />}
      </Stack>
    </Dialog>
  );
}

interface ReasonFieldProps {
  /** The focus starts here. */
  isFirst: boolean;
  value: string;
  onValueChange: (value: string) => void;
}

/** A component, because its effect runs when the dialog is open. */
function ReasonField({ isFirst, value, onValueChange }: ReasonFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return (
    <TextInput
      ref={field}
      required
      label={text.reasonField}
      hint={text.reasonHint}
      value={value}
      onChange={({ target }) => {
        onValueChange(target.value);
      }}
    />
  );
}

interface ActionsProps {
  action: Action;
  reason: string;
  isReadOnly: boolean;
  onClose: () => void;
}

function Actions({ action, reason, isReadOnly, onClose }: ActionsProps) {
  // Without a preview, such as after another deploy, the last one is still there: it must not run.
  const { data, isFetching, isError } = useQuery(previewQuery(action));
  const { run, isRunning } = useRun(action, onClose);
  const isApproval = action.kind === 'approve';
  const isEmpty = data !== undefined && !isApproval && isNothing(data);
  const isCurrent = data !== undefined && !isFetching && !isError;
  const isComplete = isCurrent && !isEmpty && (isApproval || reason.trim() !== '');
  const isRejected = data !== undefined && data.rejections.length > 0;
  const { label, variant } = runButton(action);
  return (
    <>
      <Button onClick={onClose}>{text.cancel}</Button>
      {!isReadOnly && (
        <Button
          variant={isRejected ? 'primary' : variant}
          busy={isRunning}
          disabled={!isComplete}
          onClick={() => {
            if (data) run({ preview: data, reason: reason.trim(), isPlan: isRejected });
          }}
        >
          {isRejected && !isApproval ? text.writePlan : label}
        </Button>
      )}
    </>
  );
}
