/** Signs the same person in again, so that what asks for a fresh session can go on. */
import { useMutation } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { readSession, signIn } from '@slipway/session';
import { t } from '../../messages';

export function usePassword(onSuccess: () => void) {
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
    problem: error === null ? undefined : t(isWrong ? 'passwordWrong' : 'passwordFailed'),
  };
}
