/** What a form refuses before anything is sent, in the specified order: one message, for the first rule broken. */
import { messages } from '../messages';

/** Longer addresses are refused, never cut: a cut one is somebody else's. */
const EMAIL_MAX = 254;
const PASSWORD_MIN = 8;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** GoTrue's own set of special characters. */
const special = /[!@#$%^&*()_+\-=[\]{};'\\:"|<>?,./`~]/;

export interface Problem {
  field: 'email' | 'password' | 'confirm';
  message: string;
}

export const normalEmail = (email: string) => email.trim().toLowerCase();

export function signInProblem(email: string, password: string): Problem | undefined {
  const address = normalEmail(email);
  if (address.length > EMAIL_MAX || !emailPattern.test(address))
    return { field: 'email', message: messages.invalidEmail };
  if (password.length < PASSWORD_MIN) return { field: 'password', message: messages.shortPassword };
  return undefined;
}

export function signUpProblem(email: string, password: string, confirm: string): Problem | undefined {
  const problem = signInProblem(email, password);
  if (problem) return problem;
  if (confirm !== password) return { field: 'confirm', message: messages.passwordsDiffer };
  const isComposed = [/[A-Z]/, /[a-z]/, /[0-9]/, special].every((rule) => rule.test(password));
  return isComposed ? undefined : { field: 'password', message: messages.weakPassword };
}
