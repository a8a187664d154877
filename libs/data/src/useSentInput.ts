/**
 * The input of a form that is closed while it is being saved. The form that is opened again has it, unless the save has succeeded;
 * until the sign-out.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';

const queryKey = ['sent-input'] as const;

/** `owner` names the form and what it edits, `sent` is the input that is being saved, also by a form that was closed. */
export function useSentInput<Input>(owner: string, sent: Input | undefined) {
  const queryClient = useQueryClient();
  const ownKey = [...queryKey, owner] as const;
  const closed = () => queryClient.getQueryData<Input>(ownKey);
  const [input] = useState(closed);
  const pending = useRef(sent);
  useLayoutEffect(() => {
    pending.current = sent;
  });
  useEffect(() => {
    // The form has it.
    queryClient.removeQueries({ queryKey: [...queryKey, owner] });
    return () => {
      if (pending.current === undefined) return;
      queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
      queryClient.setQueryData([...queryKey, owner], pending.current);
    };
  }, [queryClient, owner]);
  return {
    /** The input of the last time, whose save has failed or not ended. */
    input,
    /** After a failure: whether the form is closed. It has the input when it is opened again. */
    fail: (): boolean => closed() !== undefined,
    /** The save has succeeded. */
    drop: () => {
      queryClient.removeQueries({ queryKey: ownKey });
    },
  };
}
