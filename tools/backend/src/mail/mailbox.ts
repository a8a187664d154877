/** What the backend mailed, kept in memory for `/_mail`: nothing leaves the machine. */
import type { EmailDriver, EmailMessage } from '@supabase/lite';
import { currentRequest } from '../lite/request';

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

/** `@supabase/lite` ignores where a request wants its mailed link to lead, and names the app's root. */
function leading(body: string, redirectTo: string | undefined): string {
  if (!redirectTo) return body;
  const parameter = `redirect_to=${encodeURIComponent(redirectTo)}`;
  return body.replace(/redirect_to=[^&"'\s<]+/g, () => parameter);
}

export function createMailbox(now: () => Date = () => new Date()): Mailbox {
  const mails: Mail[] = [];
  return {
    list: () => [...mails],
    async send({ to, subject, text = '', html = '' }: EmailMessage) {
      const redirectTo = currentRequest()?.redirectTo;
      mails.unshift({
        to,
        subject,
        text: leading(text, redirectTo),
        html: leading(html, redirectTo),
        at: now().toISOString(),
      });
      mails.length = Math.min(mails.length, KEPT);
    },
  };
}
