/** Mails of the auth service, kept in memory, to be shown to the operator. Nothing is sent. */
import type { EmailDriver, EmailMessage } from '@supabase/lite';
import { withRedirect } from '../lite/fixes/mailRedirect';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO-8601 UTC. */
  at: string;
}

const MAX_MAILS = 200;

export interface Mailbox extends EmailDriver {
  /** Newest first, up to 200. */
  list(): Mail[];
}

export function createMailbox(): Mailbox {
  const mails: Mail[] = [];
  return {
    list: () => [...mails],
    async send({ to, subject, text = '', html = '' }: EmailMessage) {
      mails.unshift({
        to,
        subject,
        text: withRedirect(text),
        html: withRedirect(html),
        at: new Date().toISOString(),
      });
      mails.length = Math.min(mails.length, MAX_MAILS);
    },
  };
}
