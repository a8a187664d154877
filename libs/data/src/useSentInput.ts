/**
 * The input of a form that is closed while it is being saved, or by a session that expires. The form that is opened again has
 * it, unless the save has succeeded; until the sign-out.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { inputsOf } from './formInputs';

function useInputs() {
  const queryClient = useQueryClient();
  return useState(() => inputsOf(queryClient))[0];
}

/** The value of the latest render, for the end of the form. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** `owner` names the form and what it edits, `sent` is the input that is being saved, also by a form that was closed. */
export function useSentInput<Input>(owner: string, sent?: Input) {
  const inputs = useInputs();
  const closed = () => inputs.closed.get(owner) as Input | undefined;
  const [input] = useState(closed);
  const pending = useLatest(sent);
  useEffect(() => {
    // The form has it.
    inputs.closed.delete(owner);
    return () => {
      if (pending.current !== undefined) inputs.closed.set(owner, pending.current);
    };
  }, [inputs, owner, pending]);
  return {
    /** The input of the last time, whose save has failed or not ended, or that was not sent before the session expired. */
    input,
    /** After a failure: whether the form is closed. It has the input when it is opened again. */
    fail: (): boolean => closed() !== undefined,
    /** The save has succeeded. */
    drop: () => {
      inputs.closed.delete(owner);
    },
  };
}

/** For a form of `useSentInput`: `typed` is what its user would lose now, and finds again after a session that expires. */
export function useUnsentInput(owner: string, typed: object | undefined): void {
  const inputs = useInputs();
  const latest = useLatest(typed);
  useEffect(
    () => () => {
      if (inputs.expired !== undefined && latest.current !== undefined)
        inputs.closed.set(owner, latest.current);
    },
    [inputs, owner, latest],
  );
}
