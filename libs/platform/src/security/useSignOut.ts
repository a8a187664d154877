/** Signs out. Asks first if there is unsaved input. */
import { useNavigate } from 'react-router-dom';
import { signOut } from '@slipway/session';
import { hasUnsaved } from '../routing/useUnsaved';

/** The state of a navigation that ends the session after the user has discarded the input. */
export const SIGN_OUT = 'sign-out';

/**
 * Returns a function that signs out and opens `/`. The form with unsaved input asks first, as before any navigation.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    if (hasUnsaved()) void navigate('/', { state: SIGN_OUT });
    else void signOut();
  };
}
