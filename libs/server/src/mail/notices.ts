/**
 * Mails about events: a used-up spend limit, higher prices that need acceptance, withdrawn agents, the deletion of the
 * account, reviews and failures. The database has the facts; the texts are here. A mail that was not sent is taken
 * again later. Source: the functions `take_mails` and `mail_sent`.
 */

/** An event that the database recorded. */
export interface Notice {
  id: number;
  email: string;
  kind: string;
  details: Record<string, unknown>;
}

interface NoticeServices {
  /** Calls a function of the database with the secret key; undefined when it fails. */
  call: (name: string, values: object) => Promise<unknown>;
  send: (mail: { to: string; subject: string; text: string }) => Promise<unknown>;
  /** The app's origin, for links. */
  origin: string;
}

const dollars = (amount: unknown) =>
  `$${Number(amount).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
const day = (time: unknown) =>
  new Date(String(time)).toLocaleDateString('en', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
/** As the marketplace prints it: `$49/month`, `$0.01 per message`. */
const price = (perMessage: unknown, perMonth: unknown) => {
  if (Number(perMonth) > 0) return `$${String(Number(perMonth))}/month`;
  return Number(perMessage) > 0 ? `$${String(Number(perMessage))} per message` : 'nothing';
};

/** First day of the month after a date. */
const nextMonth = (month: unknown) => {
  const date = new Date(String(month));
  return day(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)));
};

function limitMail({ scope, name, percent, amount, spent, month }: Notice['details'], origin: string) {
  const subject = scope === 'account' ? 'Calls of your deployments' : `Calls of ${String(name)}`;
  const page = `${origin}/${scope === 'account' ? 'billing' : 'deployments'}`;
  const used = `${subject} cost ${dollars(spent)} this month. Your spend limit is ${dollars(amount)}.`;
  const reason = Number(spent) < Number(amount) ? ' The next call would exceed it.' : '';
  return Number(percent) >= 100
    ? {
        subject: 'Your spend limit is reached',
        text: `${used}${reason} Further calls are rejected until ${nextMonth(month)} (UTC), or until you raise the limit: ${page}`,
      }
    : {
        subject: `${String(percent)}% of your spend limit is used`,
        text: `${used} Calls that could exceed it are rejected. You can change the limit: ${page}`,
      };
}

function priceMail(kind: string, details: Notice['details'], origin: string) {
  const { name, agent, effective_at, stops_at } = details;
  const before = price(details['old_price_per_message'], details['old_price_per_month']);
  const after = price(details['new_price_per_message'], details['new_price_per_month']);
  const page = `${origin}/deployments`;
  const answer = `The new price applies only if you accept it: ${page}`;
  switch (kind) {
    case 'price_announce':
      return {
        subject: `The price of ${String(agent)} rises`,
        text: `From ${day(effective_at)}, the agent of your deployment ${String(name)} costs ${after} instead of ${before}. ${answer}\n\nUntil then you keep the earlier price. Without an answer, the deployment is stopped on ${day(stops_at)}.`,
      };
    case 'price_remind':
      return {
        subject: `${String(name)} is stopped on ${day(stops_at)}`,
        text: `The agent of your deployment ${String(name)} costs ${after} instead of ${before}. ${answer}\n\nWithout an answer, the deployment is stopped on ${day(stops_at)}.`,
      };
    default:
      return {
        subject: `${String(name)} was stopped`,
        text: `The agent of your deployment ${String(name)} costs ${after} instead of ${before}, and you have not accepted the new price. The deployment keeps its keys and settings. Accept the new price to start it again: ${page}`,
      };
  }
}

/** `Your deployment bot runs Helper`, or `3 of your deployments run Helper`. */
const runs = ({ name, agent, deployments }: Notice['details']) =>
  Number(deployments) > 1
    ? `${String(deployments)} of your deployments run ${String(agent)}`
    : `Your deployment ${String(name)} runs ${String(agent)}`;

function withdrawalMail(kind: string, details: Notice['details'], origin: string) {
  const { agent, ends_at } = details;
  const pages = `Your deployments: ${origin}/deployments\nOther agents: ${origin}/marketplace`;
  switch (kind) {
    case 'agent_withdrawn':
      return {
        subject: `${String(agent)} ends on ${day(ends_at)}`,
        text: `${runs(details)}. Its creator withdrew this agent. After ${day(ends_at)} (UTC), calls are rejected and nothing is charged.\n\n${pages}`,
      };
    case 'agent_ended':
      return {
        subject: `${String(agent)} has ended`,
        text: `${runs(details)}. Its creator withdrew this agent. Calls are rejected since ${day(ends_at)} (UTC), and nothing is charged.\n\n${pages}`,
      };
    case 'agent_returned':
      return {
        subject: `${String(agent)} is back`,
        text: `${runs(details)}. Its creator published this agent again: calls are answered, under the same terms as before.\n\nYour deployments: ${origin}/deployments`,
      };
    default:
      return undefined;
  }
}

const deletionMail = ({ deletes_at }: Notice['details'], origin: string) => ({
  subject: `Your account will be deleted on ${day(deletes_at)}`,
  text: `Your account will be deleted on ${day(deletes_at)} (UTC), as was requested on your dashboard. Your agents have left the marketplace, and links to conversations that you shared do not work. Until then you can keep the account, which brings both back: ${origin}/dashboard\n\nIf you did not request this, keep the account and change your password there.`,
});

const eventMails: Readonly<
  Record<string, (details: Notice['details'], origin: string) => { subject: string; text: string }>
> = {
  review: ({ agent, agent_id, rating }, origin) => ({
    subject: `${String(agent)} has a new review`,
    text: `A user rated your agent ${String(agent)} ${String(rating)} of 5: ${origin}/marketplace?agent=${String(agent_id)}`,
  }),
  failure: ({ name }, origin) => ({
    subject: `${String(name)} failed`,
    text: `Your deployment ${String(name)} failed, and calls to it are rejected. Start it again: ${origin}/deployments`,
  }),
};

/** Users choose whether they get these mails. */
const preferences = (origin: string) =>
  `\n\nYou can turn these emails off in your profile: ${origin}/dashboard?account=profile`;

/** Names that users chose have one line: with line breaks, a name could look like a paragraph of the mail. */
const inOneLine = (details: Notice['details']): Notice['details'] =>
  Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ') : value,
    ]),
  );

/** The mail about a notice; undefined for a kind of a later version. */
export function noticeMail({ kind, details: given }: Notice, origin: string) {
  const details = inOneLine(given);
  if (kind === 'spend_limit') return limitMail(details, origin);
  if (kind === 'account_deletion') return deletionMail(details, origin);
  const event = eventMails[kind]?.(details, origin);
  if (event) return { ...event, text: event.text + preferences(origin) };
  if (kind.startsWith('agent_')) return withdrawalMail(kind, details, origin);
  return kind.startsWith('price_') ? priceMail(kind, details, origin) : undefined;
}

/** Sends the mails that are due, up to 20. Returns how many were sent. */
export async function sendNotices({ call, send, origin }: NoticeServices): Promise<number> {
  const notices = ((await call('take_mails', {})) ?? []) as Notice[];
  let sent = 0;
  for (const notice of notices) {
    const mail = noticeMail(notice, origin);
    if (!mail) continue;
    try {
      await send({ to: notice.email, ...mail });
    } catch {
      continue; // the driver logged it; it is taken again
    }
    await call('mail_sent', { id: notice.id });
    sent += 1;
  }
  return sent;
}
