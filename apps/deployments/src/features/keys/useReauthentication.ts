/** Signs the current user in again, for requests that require a fresh session. */
import { useMutation } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { readSession, signIn } from '@slipway/session';
import { t } from '../../messages';

export function useReauthentication(onSuccess: () => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (password: string) => {
      const session = readSession();
      if (session.status === 'signed-in') await signIn({ email: session.user.email, password });
    },
    onSuccess,
  });
  const isWrong = isAppError(error) && error.code === 'unauthenticated';
  return {
    submit: (password: string) => {
      mutate(password);
    },
    isBusy: isPending,
    errorText: error === null ? undefined : t(isWrong ? 'passwordWrong' : 'passwordFailed'),
  };
}
