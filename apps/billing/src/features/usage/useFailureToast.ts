/** Says once that something on the page could not be loaded, however many of its reads failed. */
import { useEffect } from 'react';
import { toast } from '@slipway/design-system';

export function useFailureToast(hasFailed: boolean, message: string): void {
  useEffect(() => {
    if (hasFailed) toast.error(message, { id: message });
  }, [hasFailed, message]);
}
