/**
 * Replaces the passkey, Ethereum and administration parts of auth-js, which no slice uses: 5 KB less on every page. The
 * client constructs two of them, so those calls must succeed.
 */
const unavailable = (part: string) => (): never => {
  throw new Error(`${part} of Supabase are not in this build: see unusedSupabase in tools/build to use them`);
};

const passkey = unavailable('Passkeys');
export class WebAuthnApi {
  register = passkey;
  authenticate = passkey;
}
export {
  passkey as createCredential,
  passkey as deserializeCredentialCreationOptions,
  passkey as deserializeCredentialRequestOptions,
  passkey as getCredential,
  passkey as serializeCredentialCreationResponse,
  passkey as serializeCredentialRequestResponse,
};
export const browserSupportsWebAuthn = () => false;
export const webAuthnAbortService = { createNewAbortSignal: passkey, cancelCeremony: () => undefined };

const wallet = unavailable('Wallets');
export { wallet as createSiweMessage, wallet as fromHex, wallet as getAddress, wallet as toHex };

/** The administration of users, which needs the secret key. */
// eslint-disable-next-line no-restricted-syntax -- auth-js imports its default export
export default class GoTrueAdminApi {
  getUserById = unavailable('Administration calls');
}
