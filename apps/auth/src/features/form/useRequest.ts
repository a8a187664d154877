/** A form's request: one at a time, with the message of its failure, and the focus where it was. */
import { useRef, useState } from 'react';
import { type ErrorCode, isAppError } from '@slipway/contracts';
import { nextFrame } from '@slipway/design-system';
import { useRestoreFocus } from './useRestoreFocus';

export interface FormRequest {
  isBusy: boolean;
  /** The message of the last failure. */
  error: string | undefined;
  setError: (message: string | undefined) => void;
  /** Resolves with whether the request succeeded. */
  run: (request: () => Promise<void>) => Promise<boolean>;
}

export function useRequest(messageOf: (code: ErrorCode) => string): FormRequest {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const isRunning = useRef(false);
  const keepFocus = useRestoreFocus(isBusy);
  return {
    isBusy,
    error,
    setError,
    run: async (request) => {
      if (isRunning.current) return false;
      isRunning.current = true;
      // The press shows before the form is disabled (decision 111).
      await nextFrame();
      setError(undefined);
      keepFocus();
      setIsBusy(true);
      await nextFrame();
      try {
        await request();
        return true;
      } catch (failure) {
        setError(messageOf(isAppError(failure) ? failure.code : 'unexpected'));
        return false;
      } finally {
        isRunning.current = false;
        setIsBusy(false);
      }
    },
  };
}
