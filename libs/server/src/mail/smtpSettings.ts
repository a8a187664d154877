/** The SMTP settings, from environment variables. */
import { AppError } from '@slipway/contracts';
import { readInteger } from '../environmentVariables';

export interface SmtpSettings {
  host: string;
  /** TLS from the start on 465; STARTTLS on any other. */
  port: number;
  /** Without a user, the client does not sign in. */
  user: string | undefined;
  password: string | undefined;
  /** Such as `Slipway <no-reply@slipway.example>`. */
  from: string;
  /** Rejects a server without a valid certificate. By default, only one on this machine needs none. */
  requiresTls?: boolean | undefined;
}

/** The port for clients, with STARTTLS. */
const SUBMISSION = 587;

/** Reads `SMTP_*`; undefined without `SMTP_HOST`. @throws `invalid_input` */
export function readSmtp(env: NodeJS.ProcessEnv): SmtpSettings | undefined {
  const host = env.SMTP_HOST || undefined;
  const from = env.SMTP_FROM || undefined;
  const user = env.SMTP_USER || undefined;
  const password = env.SMTP_PASSWORD || undefined;
  if (!host) {
    const orphan = ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_FROM'].find((name) => env[name]);
    if (orphan) throw new AppError('invalid_input', `${orphan} is set, but SMTP_HOST is not`);
    return undefined;
  }
  const port = readInteger(env, 'SMTP_PORT', { min: 1, max: 65_535 }) ?? SUBMISSION;
  if (!from?.includes('@') || /[\r\n]/.test(from)) {
    throw new AppError(
      'invalid_input',
      'SMTP_FROM must be an address, such as Slipway <no-reply@slipway.example>',
    );
  }
  if (!user !== !password) throw new AppError('invalid_input', 'Set both SMTP_USER and SMTP_PASSWORD');
  return { host, port, user, password, from };
}
