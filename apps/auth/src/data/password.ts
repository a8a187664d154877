/** What a password is made of. */

export const LENGTH_MIN = 8;

/** What a field takes; a longer one that is pasted is refused, never cut. */
export const LENGTH_MAX = 128;

/** What the service can hash, in bytes of UTF-8: an emoji is four or more. */
export const BYTES_MAX = 72;

/** GoTrue's own set of special characters. */
const special = /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/;

export const kindsOf = (password: string) => ({
  upper: /[A-Z]/.test(password),
  lower: /[a-z]/.test(password),
  number: /[0-9]/.test(password),
  special: special.test(password),
});

export const bytesOf = (password: string): number => new TextEncoder().encode(password).length;

export const isTooLong = (password: string): boolean => bytesOf(password) > BYTES_MAX;
