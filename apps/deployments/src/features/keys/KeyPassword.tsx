/** The password dialog with its sign-in, fetched when a key is locked. */
import { signOut } from '@slipway/session';
import { usePassword } from './useReauthentication';
import { PasswordDialog } from './PasswordDialog';

interface KeyPasswordProps {
  onUnlocked: () => void;
  onClose: () => void;
}

export function KeyPassword({ onUnlocked, onClose }: KeyPasswordProps) {
  const { submit, isBusy, problem } = usePassword(onUnlocked);
  return (
    <PasswordDialog
      isBusy={isBusy}
      error={problem}
      onSubmit={submit}
      onSignOut={() => void signOut()}
      onClose={onClose}
    />
  );
}
