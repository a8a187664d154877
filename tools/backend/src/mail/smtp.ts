/** Sends the auth service's mails through an SMTP server. */
import { type SmtpSettings, smtpFailure, smtpTransport } from '@slipway/server/mail';
import type { EmailDriver } from '@supabase/lite';
import { currentRequest } from '../lite/currentRequest';
import { withRedirect } from '../lite/fixes/mailRedirect';

/** Logs a failure; the response of the request reports it too. */
function fail(log: (line: string) => void, reason: string): Error {
  const request = currentRequest();
  if (request) request.hasMailError = true;
  log(`A mail was not sent: ${reason}`);
  return new Error('A mail was not sent');
}

/** `log` receives one line per failure, without the mail's recipient or content. */
export function smtpMailer(settings: SmtpSettings, log: (line: string) => void): EmailDriver {
  const { host, port } = settings;
  const deliver = smtpTransport(settings);
  return {
    async send({ to, subject, text = '', html = '' }) {
      try {
        await deliver({ to, subject, text: withRedirect(text), html: html ? withRedirect(html) : undefined });
      } catch (error) {
        throw fail(log, `${host}:${String(port)} failed (${smtpFailure(error)})`);
      }
    },
  };
}

/** For a server without SMTP settings and without a mailbox: requests that need a mail fail. */
export const noMailer = (log: (line: string) => void): EmailDriver => ({
  send: () => Promise.reject(fail(log, 'no mail server is set (SMTP_HOST)')),
});
