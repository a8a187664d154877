/**
 * "Sign in as …?": the tokens of a link that this browser did not request could be those of an attacker's account, where
 * the attacker can read the user's input. So the user must confirm the account.
 */
import { createPageValue } from '../pageValue';

/** "Sign in as …?", as the shell asks it. */
export interface SignInQuestion {
  /** The address of the link's account, as the auth service reported it. */
  email: string;
  /** The address that is signed in now, if any. */
  current: string | undefined;
  answer(accepts: boolean): void;
}

const question = createPageValue<SignInQuestion | undefined>(undefined);

/** Resolves with the user's answer, which the shell asks for. */
export const confirmSignIn = (email: string, current: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    question.set({
      email,
      current,
      answer(accepts) {
        question.set(undefined);
        resolve(accepts);
      },
    });
  });

/** The question to ask, or undefined. */
export const useSignInQuestion = (): SignInQuestion | undefined => question.use();
