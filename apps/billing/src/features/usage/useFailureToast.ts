/** Shows one toast when a part of the page failed to load, however many requests failed. */
import { useEffect } from 'react';
import { toast } from '@slipway/design-system';

export function useFailureToast(hasFailed: boolean, message: string): void {
  useEffect(() => {
    if (hasFailed) toast.error(message, { id: message });
  }, [hasFailed, message]);
}
