/**
 * Sends the mails of requests after the responses. Only some addresses get a mail, so a slow or failing mail server
 * would reveal which have an account. A new code for the signed-in user is sent before the response, which reports a
 * failure.
 */
import type { EmailDriver } from '@supabase/lite';
import { currentRequest } from '../lite/currentRequest';

export interface BackgroundMailer extends EmailDriver {
  /** Resolves when every mail was sent or has failed. */
  idle(): Promise<void>;
}

export function backgroundMailer(mailer: EmailDriver): BackgroundMailer {
  const sending = new Set<Promise<void>>();
  return {
    async send(mail) {
      const sent = mailer.send(mail);
      if (currentRequest()?.path === '/auth/v1/reauthenticate') return sent;
      const ended = sent
        .catch(() => undefined) // the driver logs it
        .finally(() => sending.delete(ended));
      sending.add(ended);
      return undefined;
    },
    async idle() {
      await Promise.all(sending);
    },
  };
}
