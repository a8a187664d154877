/** Where mailed links and identity providers lead back to. The auth service must allow this address. */
export const redirectUrl = (): string => `${window.location.origin}/dashboard`;
