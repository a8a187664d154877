/** Reports a field error: its message, a mark on the field, and the focus there (T-13). */
import type { RefObject } from 'react';
import { type FieldMark, useFieldError } from '@slipway/design-system';
import { logSecurityEvent } from '@slipway/session';
import type { FieldError } from '../../data/credentials';
import { t } from '../../messages';

export type MarkOf = (field: FieldError['field']) => FieldMark;

interface FormError {
  markOf: MarkOf;
  show: (error: FieldError) => void;
  clear: () => void;
}

export function useFormError(form: RefObject<HTMLFormElement | null>): FormError {
  const { markOf, show, clear } = useFieldError<FieldError['field']>();
  return {
    markOf,
    show: ({ field, code, event }) => {
      logSecurityEvent(event, { field });
      show(field, t(code));
      form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    },
    clear,
  };
}
