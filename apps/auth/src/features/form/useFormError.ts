/** Reports a field error: its message as a toast, a mark on the field, and the focus there (T-13). */
import { type RefObject, useState } from 'react';
import { toast, useToastMessage } from '@slipway/design-system';
import { logSecurityEvent } from '@slipway/session';
import type { FieldError } from '../../data/credentials';
import { t } from '../../messages';

/** ARIA attributes of the marked control. It refers to the toast while the toast is visible. */
export interface Mark {
  'aria-invalid'?: true;
  'aria-errormessage'?: string;
}

export type MarkOf = (field: FieldError['field']) => Mark;

interface FormError {
  markOf: MarkOf;
  show: (error: FieldError) => void;
  clear: () => void;
}

export function useFormError(form: RefObject<HTMLFormElement | null>): FormError {
  const [shown, setShown] = useState<{ field: FieldError['field']; toastId: string }>();
  const message = useToastMessage(shown?.toastId);
  return {
    markOf: (field) =>
      field === shown?.field
        ? { 'aria-invalid': true, ...(message === undefined ? {} : { 'aria-errormessage': message }) }
        : {},
    show: ({ field, code, event }) => {
      logSecurityEvent(event, { field });
      setShown({ field, toastId: toast.error(t(code)) });
      form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    },
    clear: () => {
      setShown(undefined);
    },
  };
}
