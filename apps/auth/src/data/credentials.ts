/** What a form refuses before anything is sent, in the specified order: one message, for the first rule broken. */
import { looksLikeScript, type SecurityEventType } from '@slipway/session';
import { t } from '../messages';
import { isTooLong, kindsOf, LENGTH_MIN } from './password';

/** Longer addresses are refused, never cut: a cut one is somebody else's. */
const EMAIL_MAX = 254;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface Problem {
  field: 'email' | 'password' | 'confirm';
  message: string;
  /** What the security log hears of it. */
  event: SecurityEventType;
}

/** Script or markup, as narrowly as the specification allows: a generated password may hold `<` and `>`. */
const markup: readonly RegExp[] = [/<\/?[a-z][^>]*>/i, /^\s*javascript:/i, /\bon[a-z]{3,}\s*=\s*["']?\S/i];

export const normalEmail = (email: string) => email.trim().toLowerCase();

export function emailProblem(email: string): Problem | undefined {
  const address = normalEmail(email);
  if (looksLikeScript(address)) return { field: 'email', message: t('invalidEmail'), event: 'xss_attempt' };
  if (address.length > EMAIL_MAX || !emailPattern.test(address))
    return { field: 'email', message: t('invalidEmail'), event: 'invalid_input' };
  return undefined;
}

const lengthProblem = (password: string): Problem | undefined =>
  password.length < LENGTH_MIN
    ? { field: 'password', message: t('shortPassword'), event: 'invalid_input' }
    : undefined;

const markupProblem = (password: string): Problem | undefined =>
  markup.some((pattern) => pattern.test(password))
    ? { field: 'password', message: t('invalidPassword'), event: 'suspicious_activity' }
    : undefined;

function choiceProblem(password: string, confirm: string): Problem | undefined {
  if (confirm !== password)
    return { field: 'confirm', message: t('passwordsDiffer'), event: 'invalid_input' };
  if (!Object.values(kindsOf(password)).every(Boolean))
    return { field: 'password', message: t('weakPassword'), event: 'invalid_input' };
  return undefined;
}

/** The last rule, and ours alone: the service would refuse it without saying why. */
const sizeProblem = (password: string): Problem | undefined =>
  isTooLong(password) ? { field: 'password', message: t('longPassword'), event: 'invalid_input' } : undefined;

export const signInProblem = (email: string, password: string): Problem | undefined =>
  emailProblem(email) ?? lengthProblem(password) ?? markupProblem(password);

/** Of a password that is being chosen. */
export const newPasswordProblem = (password: string, confirm: string): Problem | undefined =>
  lengthProblem(password) ??
  choiceProblem(password, confirm) ??
  markupProblem(password) ??
  sizeProblem(password);

export const signUpProblem = (email: string, password: string, confirm: string): Problem | undefined =>
  emailProblem(email) ?? newPasswordProblem(password, confirm);
