/** What the backend mailed, kept in memory for `/_mail`: nothing leaves the machine. */
import { type EmailDriver, type EmailMessage } from '@supabase/lite';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO-8601 UTC. */
  at: string;
}

const KEPT = 200;

export interface Mailbox extends EmailDriver {
  /** Newest first, up to 200. */
  list(): Mail[];
}

export function createMailbox(now: () => Date = () => new Date()): Mailbox {
  const mails: Mail[] = [];
  return {
    list: () => [...mails],
    async send({ to, subject, text = '', html = '' }: EmailMessage) {
      mails.unshift({ to, subject, text, html, at: now().toISOString() });
      mails.length = Math.min(mails.length, KEPT);
    },
  };
}
