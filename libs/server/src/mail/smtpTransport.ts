/** Sends mails through an SMTP server. */
import { createTransport } from 'nodemailer';
import type { SmtpSettings } from './smtpSettings';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
}

const IMPLICIT_TLS = 465;
/** Milliseconds. A user may wait for the response. */
const CONNECTION_TIMEOUT = 10_000;

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Without recipient and content: an error's code and SMTP status. Its message can contain addresses. */
export function smtpFailure(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown error';
}

/** Rejects when the server did not take the mail. */
export function smtpTransport(settings: SmtpSettings): (mail: Mail) => Promise<void> {
  const { host, port, user, password: pass, from } = settings;
  const requiresTls = settings.requiresTls ?? !isThisMachine(host);
  const transport = createTransport({
    ...{ host, port, secure: port === IMPLICIT_TLS, requireTLS: requiresTls },
    ...(user && { auth: { user, pass } }),
    tls: { rejectUnauthorized: requiresTls },
    ...{ connectionTimeout: CONNECTION_TIMEOUT, greetingTimeout: CONNECTION_TIMEOUT },
    socketTimeout: 2 * CONNECTION_TIMEOUT,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return async ({ to, ...mail }) => {
    // An object, not text: an address in text could name several recipients.
    await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
  };
}
