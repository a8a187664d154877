/** What a form refuses before anything is sent, in the specified order: one message, for the first rule broken. */
import { looksLikeScript, type SecurityEventType } from '@slipway/session';
import { t } from '../messages';

/** Longer addresses are refused, never cut: a cut one is somebody else's. */
const EMAIL_MAX = 254;
const PASSWORD_MIN = 8;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** GoTrue's own set of special characters. */
const special = /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/;

export interface Problem {
  field: 'email' | 'password' | 'confirm';
  message: string;
  /** What the security log hears of it. */
  event?: SecurityEventType;
}

/** Script or markup, as narrowly as the specification allows: a generated password may hold `<` and `>`. */
const markup: readonly RegExp[] = [/<\/?[a-z][^>]*>/i, /^\s*javascript:/i, /\bon[a-z]{3,}\s*=\s*["']?\S/i];

const markupProblem = (password: string): Problem | undefined =>
  markup.some((pattern) => pattern.test(password))
    ? { field: 'password', message: t('invalidPassword'), event: 'suspicious_activity' }
    : undefined;

export const normalEmail = (email: string) => email.trim().toLowerCase();

function basicProblem(email: string, password: string): Problem | undefined {
  const address = normalEmail(email);
  if (looksLikeScript(address)) return { field: 'email', message: t('invalidEmail'), event: 'xss_attempt' };
  if (address.length > EMAIL_MAX || !emailPattern.test(address))
    return { field: 'email', message: t('invalidEmail') };
  if (password.length < PASSWORD_MIN) return { field: 'password', message: t('shortPassword') };
  return undefined;
}

export const signInProblem = (email: string, password: string): Problem | undefined =>
  basicProblem(email, password) ?? markupProblem(password);

export function signUpProblem(email: string, password: string, confirm: string): Problem | undefined {
  const problem = basicProblem(email, password);
  if (problem) return problem;
  if (confirm !== password) return { field: 'confirm', message: t('passwordsDiffer') };
  const isComposed = [/[A-Z]/, /[a-z]/, /[0-9]/, special].every((rule) => rule.test(password));
  return isComposed ? markupProblem(password) : { field: 'password', message: t('weakPassword') };
}
