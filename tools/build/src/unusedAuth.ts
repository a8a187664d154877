/**
 * Replaces the passkey and Ethereum parts of auth-js, which no slice uses, so that no page loads them. The client constructs
 * one of them, so that call must succeed. Its administration part stays: signing out uses it.
 */
const unavailable = (part: string) => (): never => {
  throw new Error(
    `${part} of Supabase are not in this build: see unusedAuthFiles in tools/build/src/config.ts to use them`,
  );
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
