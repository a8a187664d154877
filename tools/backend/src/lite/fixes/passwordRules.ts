/**
 * Symptom: bcrypt reads 72 bytes, and `@supabase/lite` counts 72 characters: it cuts a longer password, and accepts
 * another ending at sign-in. It also accepts "Password1".
 * Hosted Supabase: GoTrue rejects a password over 72 bytes, and leaked ones when that check is switched on.
 * Test: `passwordRules.test.ts`.
 */
import { dictionary } from '@zxcvbn-ts/language-common';
import { authError, invalidInput } from '../authError';
import type { AuthFix } from '../authService';

/** bcrypt ignores further bytes. */
export const PASSWORD_MAX_BYTES = 72;

/** 49,233 passwords from leaks, in lower case. The sign-up form's meter knows the 1,500 most common of them. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);

export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > PASSWORD_MAX_BYTES;

/** Words of this product, which a stranger tries first. `docs/security-inventory.md` lists them. */
const ownWords: ReadonlySet<string> = new Set(
  'slipway agent agents marketplace deployment deployments playground gateway'.split(' '),
);

/** Digits and symbols around one of `ownWords`: "Slipway-2026!". */
const isOwnWord = (lower: string) => ownWords.has(lower.replace(/^[^a-z]+|[^a-z]+$/g, ''));

/** Whatever its case, and with or without symbols around it: "Password1!" is common. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  return common.has(lower) || common.has(lower.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')) || isOwnWord(lower);
}

/** @throws `validation_failed`, `weak_password` */
export function assertAcceptable(password: unknown): asserts password is string {
  if (typeof password !== 'string') throw invalidInput('Signup requires a valid password');
  if (isTooLong(password))
    throw invalidInput(`Password cannot be longer than ${String(PASSWORD_MAX_BYTES)} bytes`);
  if (isCommon(password)) {
    throw authError(
      422,
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
      { weak_password: { reasons: ['pwned'] } },
    );
  }
}

/** For sign-up and new passwords. */
export const passwordRules: AuthFix = (auth) => {
  const assertStrong = auth.assertPasswordStrong.bind(auth);
  auth.assertPasswordStrong = (password) => {
    assertStrong(password);
    assertAcceptable(password);
  };
};
