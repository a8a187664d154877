/** Signing out, for a button: unsaved input is not lost without a question. */
import { useNavigate } from 'react-router-dom';
import { signOut } from '@slipway/session';
import { hasUnsaved } from '../routing/useUnsaved';

/** The state of a navigation that ends the session once the user has discarded the input. */
export const SIGN_OUT = 'sign-out';

/** Signs out, which leads to `/`. With unsaved input, its form asks first, as before every other page. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    if (hasUnsaved()) void navigate('/', { state: SIGN_OUT });
    else void signOut();
  };
}
