/** Checks a form before anything is sent, in the specified order: the first broken rule is the only error. */
import { looksLikeScript, type SecurityEventType } from '@slipway/session';
import { isTooLong, kindsOf, LENGTH_MIN } from './password';

/** Longer addresses are rejected, never cut: a cut address could belong to another user. */
const EMAIL_MAX = 254;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface FieldError {
  field: 'email' | 'password' | 'confirm';
  code:
    | 'invalidEmail'
    | 'shortPassword'
    | 'invalidPassword'
    | 'passwordsDiffer'
    | 'weakPassword'
    | 'longPassword';
  /** The type under which the security log records it. */
  event: SecurityEventType;
}

/** Script or markup, as narrowly as the specification allows: a generated password may contain `<` and `>`. */
const markup: readonly RegExp[] = [/<\/?[a-z][^>]*>/i, /^\s*javascript:/i, /\bon[a-z]{3,}\s*=\s*["']?\S/i];

export const normalizeEmail = (email: string) => email.trim().toLowerCase();

export function emailError(email: string): FieldError | undefined {
  const address = normalizeEmail(email);
  if (looksLikeScript(address)) return { field: 'email', code: 'invalidEmail', event: 'xss_attempt' };
  if (address.length > EMAIL_MAX || !emailPattern.test(address))
    return { field: 'email', code: 'invalidEmail', event: 'invalid_input' };
  return undefined;
}

const lengthError = (password: string): FieldError | undefined =>
  password.length < LENGTH_MIN
    ? { field: 'password', code: 'shortPassword', event: 'invalid_input' }
    : undefined;

const markupError = (password: string): FieldError | undefined =>
  markup.some((pattern) => pattern.test(password))
    ? { field: 'password', code: 'invalidPassword', event: 'suspicious_activity' }
    : undefined;

function compositionError(password: string, confirm: string): FieldError | undefined {
  if (confirm !== password) return { field: 'confirm', code: 'passwordsDiffer', event: 'invalid_input' };
  if (!Object.values(kindsOf(password)).every(Boolean))
    return { field: 'password', code: 'weakPassword', event: 'invalid_input' };
  return undefined;
}

/** Checked last, because it is not in the specification: the auth service rejects such a password without a reason. */
const sizeError = (password: string): FieldError | undefined =>
  isTooLong(password) ? { field: 'password', code: 'longPassword', event: 'invalid_input' } : undefined;

export const signInError = (email: string, password: string): FieldError | undefined =>
  emailError(email) ?? lengthError(password) ?? markupError(password);

/** For a password that the user is choosing. */
export const newPasswordError = (password: string, confirm: string): FieldError | undefined =>
  lengthError(password) ??
  compositionError(password, confirm) ??
  markupError(password) ??
  sizeError(password);

export const signUpError = (email: string, password: string, confirm: string): FieldError | undefined =>
  emailError(email) ?? newPasswordError(password, confirm);
