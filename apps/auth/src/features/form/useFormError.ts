/** A form that was refused: the words in a toast, the mark on the field they are about, and the focus there (T-13). */
import { type RefObject, useState } from 'react';
import { toast, useToastMessage } from '@slipway/design-system';
import { logSecurityEvent } from '@slipway/session';
import type { Problem } from '../../data/credentials';

/** For a control. The toast is named as long as it is there. */
export interface Mark {
  'aria-invalid'?: true;
  'aria-errormessage'?: string;
}

export type MarkOf = (field: Problem['field']) => Mark;

interface Refusal {
  markOf: MarkOf;
  refuse: (problem: Problem) => void;
  /** Nothing is wrong any more. */
  accept: () => void;
}

export function useRefusal(form: RefObject<HTMLFormElement | null>): Refusal {
  const [refused, setRefused] = useState<{ field: Problem['field']; toastId: string }>();
  const message = useToastMessage(refused?.toastId);
  return {
    markOf: (field) =>
      field === refused?.field
        ? { 'aria-invalid': true, ...(message === undefined ? {} : { 'aria-errormessage': message }) }
        : {},
    refuse: ({ field, event, message: words }) => {
      logSecurityEvent(event, { field });
      setRefused({ field, toastId: toast.error(words) });
      form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    },
    accept: () => {
      setRefused(undefined);
    },
  };
}
