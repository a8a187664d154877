/** Explains a change of user that another tab has made. Loaded when it happens. */
import { toast } from '@slipway/design-system';
import { t } from './messages';

/** `email` is the user's who is signed in now. `isLost`: this tab had unsaved input. */
export function reportChange(email: string | undefined, isLost: boolean): void {
  const show = () => {
    if (email === undefined) toast.warning(t('signedOutLost'), { id: 'lost-input' });
    else toast.info(t(isLost ? 'otherUserLost' : 'otherUser', { email }), { id: 'other-user' });
  };
  // This tab may be hidden, and a toast ends after seconds.
  if (document.visibilityState === 'visible') show();
  else document.addEventListener('visibilitychange', show, { once: true });
}
