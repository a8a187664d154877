/**
 * Keeps the input of a form that closes during its save, or because the session expires. The form gets it back when it
 * opens again, unless the save has succeeded or the user has signed out.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { inputsOf } from './formInputs';

function useInputs() {
  const queryClient = useQueryClient();
  return useState(() => inputsOf(queryClient))[0];
}

/** The value of the latest render, for the cleanup of an effect. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * `owner` identifies the form and the item that it edits. `sent` is the input that is being saved, even by a form that
 * was closed.
 */
export function useSentInput<Input>(owner: string, sent?: Input) {
  const inputs = useInputs();
  const closed = () => inputs.closed.get(owner) as Input | undefined;
  const [input] = useState(closed);
  const pending = useLatest(sent);
  useEffect(() => {
    // The form has the input now.
    inputs.closed.delete(owner);
    return () => {
      if (pending.current !== undefined) inputs.closed.set(owner, pending.current);
    };
  }, [inputs, owner, pending]);
  return {
    /** The input of the closed form: its save has failed or is pending, or the session expired before it was sent. */
    input,
    /** Call it when the save has failed. Returns whether the form is closed: it gets the input when it opens again. */
    fail: (): boolean => closed() !== undefined,
    /** Call it when the save has succeeded. */
    drop: () => {
      inputs.closed.delete(owner);
    },
  };
}

/** For a form that uses `useSentInput`: keeps its unsaved input, `typed`, when the session expires. */
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
