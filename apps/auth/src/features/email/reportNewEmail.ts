/** Reports the state of an email change after its mailed link. */
import { toast } from '@slipway/design-system';
import { setEmailChanged } from '@slipway/session';
import { newEmailOf } from '../../data/newEmail';
import { t } from './messages';

/** `email` is the current address; `isChanged`: the link that opened this page changed it. */
export function reportNewEmail(userId: string, email: string, isChanged: boolean): void {
  const requested = newEmailOf(userId);
  const { href, pathname } = window.location;
  if (isChanged || requested.get() === email) {
    setEmailChanged(false);
    requested.remove();
    toast.success(t('emailChanged', { email }));
  } else if (/[?#&]message=/.test(href)) {
    // Hosted Supabase asks both addresses, and its first link changes nothing yet. The message is not quoted: a link may contain any.
    window.history.replaceState(window.history.state, '', pathname);
    toast.info(t('emailOtherLink'));
  }
}
