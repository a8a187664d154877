/** Why the link or identity provider that opened this page did not sign the user in, for the page that reports it. */
import { createPageValue } from '../pageValue';

/** `link`: a mailed link that has expired or was used; `provider`: the provider or the user rejected the sign-in. */
export type LinkFailure = 'link' | 'provider';

const failure = createPageValue<LinkFailure | undefined>(undefined);

/** Sets or clears the reason that a sign-in by link failed. */
export const setLinkFailure = (value: LinkFailure | undefined): void => {
  failure.set(value);
};

/** Why the link that opened this page did not sign the user in, or undefined. */
export const useLinkFailure = (): LinkFailure | undefined => failure.use();
