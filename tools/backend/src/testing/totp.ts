/** Codes of an authenticator app. */
import { TOTP } from 'otpauth';

/** The code now, or `steps` of 30 seconds later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
