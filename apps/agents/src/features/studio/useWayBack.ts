/** The way back to the form in a toast about a failure: the user may have left the page. */
import { useEffect } from 'react';
import { useNavigate } from '@slipway/platform';
import { type ToastOptions, wayBack } from '../stored-form/wayBack';

/** Whether the page is on screen: of the visit that sent a form, or of a later one. */
let isOpen = false;

/** Returns the options of the toast. */
export function useWayBack() {
  const navigate = useNavigate();
  useEffect(() => {
    isOpen = true;
    return () => {
      isOpen = false;
    };
  }, []);
  return (): ToastOptions => (isOpen ? {} : wayBack(navigate, '/agents'));
}
