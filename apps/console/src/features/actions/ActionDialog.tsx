/** The confirmation of an action: exactly what will change, the same command, and a reason. Nothing runs before it. */
import type { Action } from '@slipway/cli/console';
import { Button, Stack, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isApproval } from '../../data/approval';
import { overviewQuery, previewQuery } from '../../data/queries';
import { text } from '../../messages';
import { Consequences } from './Consequences';
import { isNothing } from './isNothing';
import { runButton } from './runButton';
import { useRun } from './useRun';

export interface ActionDialogProps {
  title: string;
  action: Action;
  /** Whether the action can be checked and run: its fields have values that are possible. */
  isComplete?: boolean;
  /** The fields that the action depends on. */
  children?: ReactNode;
  /** The fields have no value that is right for most: the focus starts on the first one, not on the reason. */
  startsAtFields?: boolean;
  /** The reason that the field starts with. */
  givenReason?: string;
  onClose: () => void;
}

export function ActionDialog({
  title,
  action,
  isComplete = true,
  children,
  startsAtFields = false,
  givenReason = '',
  onClose,
}: ActionDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState(givenReason);
  const { data: overview } = useQuery(overviewQuery);
  const isReadOnly = overview?.isReadOnly ?? true;
  // Without a preview, such as after another deploy, the last one is still there: it must not run.
  const { data, isFetching, isError } = useQuery({ ...previewQuery(action), enabled: isComplete });
  const reasonField = useRef<HTMLInputElement>(null);
  const [isUnknown, setUnknown] = useState(false);
  const { run, isRunning } = useRun(action, onClose, () => {
    setUnknown(true);
  });
  const hasReason = !isApproval(action);
  const isEmpty = data !== undefined && hasReason && isNothing(data);
  const isCurrent = data !== undefined && isComplete && !isFetching && !isError;
  const isRejected = data !== undefined && data.rejections.length > 0;
  const isPlan = isRejected && data.canPlan;
  const isAllowed = !isRejected || isPlan;
  const canRun = isCurrent && !isReadOnly && !isEmpty && isAllowed && (!hasReason || reason.trim() !== '');
  const { label, variant } = runButton(action);
  return (
    <Dialog
      open
      size="lg"
      // Without a reason it has no field: the first control is “Cancel”, or copies the command.
      startsAtTitle={!hasReason}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{overview?.isReadOnly ? text.close : text.cancel}</Button>
          {!isReadOnly && (
            <Button
              type="submit"
              form={formId}
              variant={isPlan ? 'primary' : variant}
              busy={isRunning}
              disabled={!canRun && !isRunning}
            >
              {isPlan ? text.writePlan : label}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!canRun) return;
          setUnknown(false);
          run({ preview: data, reason: reason.trim(), isPlan });
        }}
      >
        <Stack gap="xl">
          {children}
          {hasReason && (
            <ReasonField
              field={reasonField}
              isFirst={!startsAtFields}
              value={reason}
              onValueChange={setReason}
            />
          )}
          {isComplete && (
            <Consequences
              {...{ action, reason, isReadOnly, isUnknown }}
              onRetried={() => reasonField.current?.focus()}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

interface ReasonFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** The focus starts here. */
  isFirst: boolean;
  value: string;
  onValueChange: (value: string) => void;
}

/** A component, because its effect runs when the dialog is open. */
function ReasonField({ field, isFirst, value, onValueChange }: ReasonFieldProps) {
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [field, isFirst]);
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
