/** Copies a deployment's full key, which needs a recent sign-in: the user may be asked to sign in again. */
import { isAppError } from '@slipway/contracts';
import { useExclusiveMutation } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { withRecentSignIn } from '@slipway/session';
import { t } from '../../messages';
import { revealKey } from '../../data/keys';
import { useCopyKey } from './useCopyKey';

const messageFor = (error: unknown) => {
  if (isAppError(error) && error.code === 'rate_limited') return t('tooManyReveals');
  if (isAppError(error) && error.code === 'conflict') return t('keyRevoked');
  return t('revealFailed');
};

export function useKeyCopy() {
  const copyKey = useCopyKey();
  const { mutate, isPending, variables } = useExclusiveMutation({
    mutationKey: ['deployments', 'reveal-key'],
    mutationFn: ({ id }: { id: string; name: string }) => withRecentSignIn(() => revealKey(id)),
    onSuccess: async (key, { name }) => {
      if (key !== undefined) await copyKey({ name, apiKey: key });
    },
    onError: (error, { id }) => toast.error(messageFor(error), { id: `reveal-${id}` }),
  });
  return {
    copyKey: mutate,
    /** The id of the deployment whose key is loading. */
    copyingId: isPending ? variables.id : undefined,
  };
}
