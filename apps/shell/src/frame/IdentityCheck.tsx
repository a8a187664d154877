/** Asks the user to sign in again, or for the code of the authenticator app that is due. Loaded when it is needed. */
import { useEffect, useEffectEvent } from 'react';
import { useReauthentication, useSession } from '@slipway/session';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('../features/sign-in/dialogs')).IdentityDialog });

export function IdentityCheck() {
  const session = useSession();
  const request = useReauthentication();
  const { Part: IdentityDialog, fetchPart } = useLazyPart(load);
  const user = session.status === 'signed-in' ? session.user : undefined;
  const isNeeded = request !== undefined || user?.dueFactor !== undefined;
  const isSignedOut = user === undefined;
  // A request that cannot be shown is canceled.
  const prepare = useEffectEvent(async () => {
    if (isSignedOut || !(await fetchPart())) request?.answer(false);
  });
  useEffect(() => {
    if (isNeeded) void prepare();
  }, [isNeeded, isSignedOut]);
  return isNeeded && user && IdentityDialog ? <IdentityDialog user={user} request={request} /> : null;
}
