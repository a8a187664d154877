/** The limits of a password, and the kinds of characters it contains. */

export const LENGTH_MIN = 8;

/** The maximum of a field. A longer paste is rejected, never cut. */
export const LENGTH_MAX = 128;

/** The most the auth service can hash, in bytes of UTF-8: an emoji takes four or more. */
export const BYTES_MAX = 72;

/** The special characters that GoTrue accepts. */
const special = /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/;

export const kindsOf = (password: string) => ({
  upper: /[A-Z]/.test(password),
  lower: /[a-z]/.test(password),
  number: /[0-9]/.test(password),
  special: special.test(password),
});

export const bytesOf = (password: string): number => new TextEncoder().encode(password).length;

export const isTooLong = (password: string): boolean => bytesOf(password) > BYTES_MAX;
