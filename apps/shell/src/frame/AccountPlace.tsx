/** Opens the profile over any page at `?account=profile`. The code of the dialog is loaded when it is needed. */
import { useEffect, useEffectEvent } from 'react';
import { useDialogParam } from '@slipway/platform';
import { type SignedInUser, useSession } from '@slipway/session';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('../features/account/ProfileDialog')).ProfileDialog });

/** Follows `?account=` only for signed-in users. */
export function AccountPlace() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  // Another tab may sign in as another user, who must neither see nor save this user's input.
  return <OwnPlace key={session.user.id} user={session.user} />;
}

function OwnPlace({ user }: { user: SignedInUser }) {
  const dialog = useDialogParam('account');
  const { Part: ProfileDialog, fetchPart } = useLazyPart(load);
  const isOpen = dialog.value === 'profile';
  const prepare = useEffectEvent(async () => {
    if (!(await fetchPart())) dialog.close();
  });
  useEffect(() => {
    if (isOpen) void prepare();
  }, [isOpen]);
  if (!isOpen || !ProfileDialog) return null;
  return (
    <ProfileDialog
      user={user}
      onClose={dialog.close}
      onOpen={() => {
        dialog.open('profile');
      }}
    />
  );
}
