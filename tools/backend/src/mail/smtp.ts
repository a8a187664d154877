/** Sends the auth service's mails through an SMTP server. */
import { type EmailDriver, isLoopbackHostname } from '@supabase/lite';
import { createTransport } from 'nodemailer';
import { currentRequest } from '../lite/currentRequest';
import { withRedirect } from '../lite/fixes/mailRedirect';

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

const IMPLICIT_TLS = 465;
/** Milliseconds. The user waits for the response. */
const CONNECTION_TIMEOUT = 10_000;

/** An error's code and SMTP status: its message can contain addresses. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown error';
}

/** Logs a failure; the response of the request reports it too. */
function fail(log: (line: string) => void, reason: string): Error {
  const request = currentRequest();
  if (request) request.hasMailError = true;
  log(`A mail was not sent: ${reason}`);
  return new Error('A mail was not sent');
}

/** `log` receives one line per failure, without the mail's recipient or content. */
export function smtpMailer(settings: SmtpSettings, log: (line: string) => void): EmailDriver {
  const { host, port, user, password: pass, from } = settings;
  const requiresTls = settings.requiresTls ?? !isLoopbackHostname(host);
  const transport = createTransport({
    ...{ host, port, secure: port === IMPLICIT_TLS, requireTLS: requiresTls },
    ...(user && { auth: { user, pass } }),
    tls: { rejectUnauthorized: requiresTls },
    ...{ connectionTimeout: CONNECTION_TIMEOUT, greetingTimeout: CONNECTION_TIMEOUT },
    socketTimeout: 2 * CONNECTION_TIMEOUT,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send({ to, subject, text = '', html = '' }) {
      try {
        // An object, not text: an address in text could name several recipients.
        const recipient = { name: '', address: to };
        const body = { text: withRedirect(text), html: html ? withRedirect(html) : undefined };
        await transport.sendMail({ from, to: recipient, subject, ...body });
      } catch (error) {
        throw fail(log, `${host}:${String(port)} failed (${reasonOf(error)})`);
      }
    },
  };
}

/** For a server without SMTP settings and without a mailbox: requests that need a mail fail. */
export const noMailer = (log: (line: string) => void): EmailDriver => ({
  send: () => Promise.reject(fail(log, 'no mail server is set (SMTP_HOST)')),
});
