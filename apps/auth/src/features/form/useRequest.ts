/** A form's request: one at a time, with its error message. Restores the focus. */
import { useState } from 'react';
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { useBusy } from './useBusy';

export interface FormRequest {
  isBusy: boolean;
  /** The message of the last failure. */
  error: string | undefined;
  setError: (message: string | undefined) => void;
  /** Resolves with whether the request succeeded. */
  run: (request: () => Promise<void>) => Promise<boolean>;
}

export function useRequest(messageOf: (code: ErrorCode) => string): FormRequest {
  const { isBusy, run } = useBusy();
  const [error, setError] = useState<string>();
  return {
    isBusy,
    error,
    setError,
    run: async (request) => {
      let isDone = false;
      await run(
        async () => {
          try {
            await request();
            isDone = true;
          } catch (failure) {
            setError(messageOf(isAppError(failure) ? failure.code : 'unexpected'));
          }
        },
        () => {
          setError(undefined);
        },
      );
      return isDone;
    },
  };
}
