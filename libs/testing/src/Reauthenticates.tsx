/** Answers for the shell's dialog when a request needs a recent sign-in. Render it beside the page. */
import { useEffect, useEffectEvent } from 'react';
import { useReauthentication } from '@slipway/session';

interface ReauthenticatesProps {
  /** Returns whether the user has signed in again. */
  answer: () => boolean;
}

export function Reauthenticates({ answer }: ReauthenticatesProps) {
  const request = useReauthentication();
  const isAsked = request !== undefined;
  const respond = useEffectEvent(() => request?.answer(answer()));
  useEffect(() => {
    if (isAsked) respond();
  }, [isAsked]);
  return null;
}
