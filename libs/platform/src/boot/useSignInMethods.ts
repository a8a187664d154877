import type { SignInProvider } from '@slipway/contracts';
import { useHost } from './hostContext';

export interface SignInMethods {
  /** Who else the backend takes a person's word from, as the composition names them. */
  providers: readonly SignInProvider[];
  /** Whether it can ask for a code from an authenticator app. */
  mfa: boolean;
}

/** What this environment's backend offers beside an address and a password. */
export function useSignInMethods(): SignInMethods {
  const { providers = [], mfa = false } = useHost().composition.backend;
  return { providers, mfa };
}
