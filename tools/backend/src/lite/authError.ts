/**
 * Errors of the auth API, with GoTrue's status, code and message. The routes of `@supabase/lite` convert only instances
 * of a class that the library does not export. So the class is taken from an error that the library throws.
 */

type AuthErrorClass = new (status: number, code: string, message: string, details?: object) => Error;

let errorClass: AuthErrorClass | undefined;

/** Call before the first `authError`, with an unchanged service. */
export async function learnAuthError(auth: { signUp(): Promise<unknown> }): Promise<void> {
  if (errorClass) return;
  await auth.signUp().catch((error: Error) => {
    errorClass = error.constructor as AuthErrorClass;
  });
}

export function authError(status: number, code: string, message: string, details?: object): Error {
  const Type = errorClass;
  return Type ? new Type(status, code, message, details) : new Error(message);
}

export const invalidCredentials = () => authError(400, 'invalid_credentials', 'Invalid login credentials');
export const expiredCode = () => authError(403, 'otp_expired', 'Email link is invalid or has expired');
export const invalidInput = (message: string) => authError(400, 'validation_failed', message);
/** A link has no limit: it cannot be guessed. */
export const tooManyCodes = () =>
  authError(429, 'over_request_rate_limit', 'Too many wrong codes. Use the link in the email');
export const tooManyRequests = () => authError(429, 'over_request_rate_limit', 'Request rate limit reached');
