/** The way back to the form in a toast about a failure: the user may have left the page. */
import { useEffect, useRef } from 'react';
import type { toast } from '@slipway/design-system';
import { useNavigate } from '@slipway/platform';
import { t } from './messages';

export type ToastOptions = NonNullable<Parameters<typeof toast.error>[1]>;

/** Returns the options of the toast. */
export function useWayBack() {
  const navigate = useNavigate();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return (): ToastOptions =>
    isLeft.current ? { action: { label: t('backToForm'), onPress: () => void navigate('/agents') } } : {};
}
