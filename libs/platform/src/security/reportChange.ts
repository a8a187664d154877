/** Tells the user that another tab has signed in as another user, or signed out. Loaded on demand. */
import { toast } from '@slipway/design-system';
import { t } from './messages';

/** `email` is that of the user who is signed in now. `isLost`: this tab had unsaved input. */
export function reportChange(email: string | undefined, isLost: boolean): void {
  const show = () => {
    if (email === undefined) toast.warning(t('signedOutLost'), { id: 'lost-input' });
    else toast.info(t(isLost ? 'otherUserLost' : 'otherUser', { email }), { id: 'other-user' });
  };
  // A hidden tab shows the toast when it becomes visible, because toasts close after some seconds.
  if (document.visibilityState === 'visible') show();
  else document.addEventListener('visibilitychange', show, { once: true });
}
