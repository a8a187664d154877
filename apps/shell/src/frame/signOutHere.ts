/** Signs out from wherever it is asked for. What follows is the session's event: a toast, then the landing page. */
import { toast } from '@slipway/design-system';
import { quotedMessage, signOut } from '@slipway/session';
import { t } from '../messages';

export async function signOutHere(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    toast.error(quotedMessage(error) ?? t('signOutFailed'));
  }
}
