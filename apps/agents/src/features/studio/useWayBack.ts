/** The way back to the form in a toast about a failure: the user may have left the page. */
import { useEffect } from 'react';
import type { toast } from '@slipway/design-system';
import { useNavigate } from '@slipway/platform';
import { t } from '../../messages';

/** Whether the page is on screen: of the visit that sent a form, or of a later one. */
let isOpen = false;

export type ToastOptions = NonNullable<Parameters<typeof toast.error>[1]>;

/** Returns the options of the toast. */
export function useWayBack() {
  const navigate = useNavigate();
  useEffect(() => {
    isOpen = true;
    return () => {
      isOpen = false;
    };
  }, []);
  return (): ToastOptions =>
    isOpen ? {} : { action: { label: t('backToForm'), onPress: () => void navigate('/agents') } };
}
