/** Reports the state of an email change that was requested in this browser, after its mailed link. */
import { toast } from '@slipway/design-system';
import { newEmailOf } from '../../data/newEmail';
import { t } from './messages';

/** `email` is the current address. */
export function reportNewEmail(userId: string, email: string): void {
  const requested = newEmailOf(userId);
  const { href, pathname } = window.location;
  if (requested.get() === email) {
    requested.remove();
    toast.success(t('emailChanged', { email }));
  } else if (/[?#&]message=/.test(href)) {
    // Hosted Supabase asks both addresses, and its first link changes nothing yet. The message is not quoted: a link may contain any.
    window.history.replaceState(window.history.state, '', pathname);
    toast.info(t('emailOtherLink'));
  }
}
