/**
 * The steps of signing in again, or the code of the authenticator app that the session needs. Canceling the first one
 * cancels what needed it; canceling the second one signs out.
 */
import { startTransition, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { readMfaStatus, type Reauthentication, type SignedInUser, signOut } from '@slipway/session';
import { t } from '../../messages';
import { RecoveryCodeDialog } from './RecoveryCodeDialog';
import { SecondFactorDialog } from './SecondFactorDialog';
import { SignInAgainDialog } from './SignInAgainDialog';

interface IdentityDialogProps {
  user: SignedInUser;
  request: Reauthentication | undefined;
}

export function IdentityDialog({ user, request }: IdentityDialogProps) {
  const queryClient = useQueryClient();
  const [isRecovering, setIsRecovering] = useState(false);
  /** The factor that the server asks for after the user has signed in again for `request`. */
  const [next, setNext] = useState<{ request: Reauthentication; factor: string }>();

  // The server rejected the page's requests before the code. Cancel them first: invalidating does not restart a first load.
  const readAgain = async () => {
    await queryClient.cancelQueries();
    await queryClient.invalidateQueries();
  };
  const factor = request
    ? (request.factor ?? (next?.request === request ? next.factor : undefined))
    : user.dueFactor;

  if (request && factor === undefined) {
    return (
      <SignInAgainDialog
        email={user.email}
        hasPassword={request.hasPassword}
        onClose={() => {
          request.answer(false);
        }}
        onSignedIn={async () => {
          const status = await readMfaStatus();
          if (status.isDue && status.factor !== undefined) setNext({ request, factor: status.factor });
          else request.answer(true);
        }}
      />
    );
  }
  if (factor === undefined) return null;
  if (request) {
    return (
      <SecondFactorDialog
        factor={factor}
        closeLabel={t('cancel')}
        onClose={() => {
          request.answer(false);
        }}
        onVerified={() => {
          void readAgain();
          request.answer(true);
        }}
      />
    );
  }
  return isRecovering ? (
    <RecoveryCodeDialog
      onBack={() => {
        setIsRecovering(false);
      }}
      onRecovered={() => {
        setIsRecovering(false);
        void readAgain();
      }}
    />
  ) : (
    <SecondFactorDialog
      factor={factor}
      closeLabel={t('signOut')}
      onClose={() => void signOut()}
      onVerified={() => void readAgain()}
      onRecovery={() => {
        // The press shows before the dialog that takes its place.
        startTransition(() => {
          setIsRecovering(true);
        });
      }}
    />
  );
}
