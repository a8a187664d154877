/**
 * The input of a form that is closed while it is being saved. If the save fails, it comes back with the form, until the
 * sign-out.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';

interface Sent<Input> {
  input: Input;
  hasFailed: boolean;
}

const queryKey = ['sent-input'] as const;

/** `owner` names the form and what it edits, `sent` is the input that is being saved. */
export function useSentInput<Input>(owner: string, sent: Input | undefined) {
  const queryClient = useQueryClient();
  const ownKey = [...queryKey, owner] as const;
  const closed = () => queryClient.getQueryData<Sent<Input>>(ownKey);
  const [input] = useState(() => {
    const last = closed();
    return last?.hasFailed ? last.input : undefined;
  });
  const pending = useRef(sent);
  useLayoutEffect(() => {
    pending.current = sent;
  });
  useEffect(() => {
    if (input !== undefined) queryClient.removeQueries({ queryKey: [...queryKey, owner] });
    return () => {
      if (pending.current === undefined) return;
      queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
      queryClient.setQueryData([...queryKey, owner], { input: pending.current, hasFailed: false });
    };
  }, [queryClient, owner, input]);
  return {
    /** The input of the last time, whose save has failed. */
    input,
    /** The save has failed. Returns whether the form was closed before: it has the input when it is opened again. */
    fail: (): boolean => {
      const last = closed();
      if (last) queryClient.setQueryData<Sent<Input>>(ownKey, { ...last, hasFailed: true });
      return last !== undefined;
    },
    /** The save has succeeded. */
    drop: () => {
      queryClient.removeQueries({ queryKey: ownKey });
    },
  };
}
