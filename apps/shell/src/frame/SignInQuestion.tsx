/** Asks whether a link may sign this browser in. The dialog's code is loaded when a link asks for it. */
import { useEffect, useEffectEvent } from 'react';
import { useSignInQuestion } from '@slipway/session';
import { useLazyPart } from './useLazyPart';

const load = async () => ({ default: (await import('../features/sign-in/dialogs')).SignInDialog });

export function SignInQuestion() {
  const question = useSignInQuestion();
  const { Part: SignInDialog, fetchPart } = useLazyPart(load);
  const prepare = useEffectEvent(async () => {
    // A question that cannot be shown is declined.
    if (!(await fetchPart())) question?.answer(false);
  });
  const isAsked = question !== undefined;
  useEffect(() => {
    if (isAsked) void prepare();
  }, [isAsked]);
  return question && SignInDialog ? <SignInDialog {...question} /> : null;
}
