/** Copies a deployment's whole key. Someone who signed in long ago is asked for the password first. */
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { toast } from '@slipway/design-system';
import { t } from '../../messages';
import { copyText } from '../clipboard/copyText';
import { revealKey } from '../../data/keys';

const wordsOf = (error: unknown) => {
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
      else toast.error(wordsOf(error), { id: `reveal-${id}` });
    },
  });
  return {
    copyKey: (id: string) => {
      mutate(id);
    },
    /** The id whose key is being read. */
    copyingId: isPending ? variables : undefined,
    /** The id whose key waits for the password. */
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
