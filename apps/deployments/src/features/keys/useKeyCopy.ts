/** Copies a deployment's full key. After 15 minutes, the user must enter the password first. */
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { toast } from '@slipway/design-system';
import { t } from '../../messages';
import { copyText } from '../clipboard/copyText';
import { revealKey } from '../../data/keys';

const messageFor = (error: unknown) => {
  if (isAppError(error) && error.code === 'rate_limited') return t('tooManyReveals');
  if (isAppError(error) && error.code === 'conflict') return t('keyRevoked');
  return t('revealFailed');
};

export function useKeyCopy() {
  const [locked, setLocked] = useState<string>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: revealKey,
    onSuccess: copyText,
    onError: (error, id) => {
      if (isAppError(error) && error.code === 'forbidden') setLocked(id);
      else toast.error(messageFor(error), { id: `reveal-${id}` });
    },
  });
  return {
    copyKey: (id: string) => {
      mutate(id);
    },
    /** The id of the deployment whose key is loading. */
    copyingId: isPending ? variables : undefined,
    /** The id of the deployment whose key awaits the password. */
    locked,
    unlock: () => {
      setLocked(undefined);
      if (locked !== undefined) mutate(locked);
    },
    cancel: () => {
      setLocked(undefined);
    },
  };
}
