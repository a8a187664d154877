/**
 * "Sign in as …?": the tokens of a link that this browser did not request could belong to an attacker's account, where
 * the attacker would see what the user enters. So the user must confirm the account.
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

/** Asks the user through the shell. Resolves with whether the user agreed. */
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
