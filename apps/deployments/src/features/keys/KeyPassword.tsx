/** The password dialog of a locked key, loaded on demand. */
import { signOut } from '@slipway/session';
import { useReauthentication } from './useReauthentication';
import { PasswordDialog } from './PasswordDialog';

interface KeyPasswordProps {
  onUnlocked: () => void;
  onClose: () => void;
}

export function KeyPassword({ onUnlocked, onClose }: KeyPasswordProps) {
  const { submit, isBusy, errorText } = useReauthentication(onUnlocked);
  return (
    <PasswordDialog
      isBusy={isBusy}
      error={errorText}
      onSubmit={submit}
      onSignOut={() => void signOut()}
      onClose={onClose}
    />
  );
}
