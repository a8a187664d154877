/**
 * One invalid field of a form: its message is a toast first (T-13). After the toast has gone, the message is below
 * the field until it is cleared, so that it is on screen once at any time.
 */
import { useId, useState } from 'react';
import { toast } from '../feedback/toast';
import { useToastMessage } from '../feedback/useToastMessage';

/** Props of the field's control. */
export interface FieldMark {
  'aria-invalid'?: true;
  /** The toast, while it is visible. */
  'aria-errormessage'?: string;
  error?: string;
}

export interface FieldErrorState<Name extends string> {
  markOf: (field: Name) => FieldMark;
  show: (field: Name, message: string) => void;
  clear: () => void;
}

export function useFieldError<Name extends string>(): FieldErrorState<Name> {
  const toastId = useId();
  const [shown, setShown] = useState<{ field: Name; message: string }>();
  // The toast appears one render later than the error.
  const [hasAppeared, setAppeared] = useState(false);
  const toastMessage = useToastMessage(shown && toastId);
  if (toastMessage !== undefined && !hasAppeared) setAppeared(true);
  return {
    markOf: (field) => {
      if (field !== shown?.field) return {};
      return {
        'aria-invalid': true,
        ...(toastMessage === undefined
          ? hasAppeared && { error: shown.message }
          : { 'aria-errormessage': toastMessage }),
      };
    },
    show: (field, message) => {
      setAppeared(false);
      setShown({ field, message });
      toast.error(message, { id: toastId });
    },
    clear: () => {
      setShown(undefined);
      toast.dismiss(toastId);
    },
  };
}
