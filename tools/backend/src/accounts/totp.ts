/** Codes of authenticator apps (TOTP, RFC 6238): six digits, a new one every 30 seconds. */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Seconds. */
const PERIOD = 30;

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

interface Label {
  /** The name of the app that the user signs in to. */
  issuer: string;
  email: string;
}

const totpOf = (secret: string, label?: Label) =>
  new TOTP({
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    ...(label && { issuer: label.issuer, label: label.email }),
  });

/** The QR code, the secret and the URI for an authenticator app. */
export function enrollment(secret: string, label: Label): { qr_code: string; secret: string; uri: string } {
  const uri = totpOf(secret, label).toString();
  return { qr_code: renderSVG(uri), secret, uri };
}

/** The time step of a correct code, or undefined. Accepts the steps before and after: clocks differ. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}
