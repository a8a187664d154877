/** Where mailed links and providers lead back to: an address of this origin that the auth service has been told of. */
export const arrival = (): string => `${window.location.origin}/dashboard`;
