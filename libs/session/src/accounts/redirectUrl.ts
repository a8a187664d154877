/** The redirect URL of mailed links and identity providers. The auth service must allow it. */
export const redirectUrl = (): string => `${window.location.origin}/dashboard`;
