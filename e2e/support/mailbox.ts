/** The mailbox of the server under test, opened with the link that the server printed. */
import type { Mail } from '@slipway/backend';
import { controlPort, worker } from './server';

/** The link, with its token. */
export const mailboxLink = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${String(controlPort)}/${String(worker)}`)).text();

/** The cookie that the link's token is exchanged for. */
async function cookieOf(link: string): Promise<string> {
  const response = await fetch(link, { redirect: 'manual' });
  const [cookie] = response.headers.getSetCookie();
  if (!cookie) throw new Error(`The mailbox is closed: ${String(response.status)}`);
  return cookie.split(';')[0] ?? '';
}

/** The mails to an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const link = await mailboxLink();
  const response = await fetch(new URL('/_mail/list.json', link), {
    headers: { cookie: await cookieOf(link) },
  });
  return ((await response.json()) as Mail[]).filter(({ to }) => to === email);
}
