/** Reports a field error: its message, a mark on the field, and the focus there (T-13). */
import type { RefObject } from 'react';
import { type FieldMark, useFieldError } from '@slipway/design-system';
import { logSecurityEvent } from '@slipway/session';
import type { FieldError } from '../../data/credentials';
import { t } from '../../messages';

type Field = FieldError['field'];

export type MarkOf = (field: Field) => FieldMark;

interface FormError {
  markOf: MarkOf;
  show: (error: FieldError) => void;
  /**
   * Like `show`, for an error of the service, which is already recorded. Returns the control, which may still be
   * disabled.
   */
  reject: (field: Field, message: string) => HTMLElement | null;
  clear: () => void;
}

export function useFormError(form: RefObject<HTMLFormElement | null>): FormError {
  const { markOf, show, clear } = useFieldError<Field>();
  const reject = (field: Field, message: string) => {
    show(field, message);
    return form.current?.querySelector<HTMLElement>(`[name="${field}"]`) ?? null;
  };
  return {
    markOf,
    show: ({ field, code, event }) => {
      logSecurityEvent(event, { field });
      reject(field, t(code))?.focus();
    },
    reject,
    clear,
  };
}
