/** The texts of an invoice PDF. The app's page has its own, in `apps/billing`. */
import type { InvoiceLine } from './invoice';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export const dayOf = (time: string): string => day.format(new Date(time));

/** `end` is exclusive: the last day is the day before it. */
export const periodOf = (start: string, end: string): string =>
  `${dayOf(start)} – ${day.format(new Date(Date.parse(end) - 1))}`;

const nameOf = ({ kind, item, deployment, quantity }: InvoiceLine): string => {
  const of = deployment ?? 'Deleted deployment';
  switch (kind) {
    case 'plan':
      return `Plan ${item ?? ''}`.trim();
    case 'plan_credit':
      return `Credit for the unused part of the plan ${item ?? ''}`.trim();
    case 'month':
      return `${of}: monthly price of ${item ?? 'an agent'}`;
    case 'call':
      return `${of}: ${quantity === 1 ? 'call' : 'calls'} of ${item ?? 'an agent'}`;
    case 'refund':
      return deployment === null ? `Refund ${item ?? ''}`.trim() : `${of}: refund`;
    default:
      return kind; // of a later version
  }
};

/** The paid period, or the day of a refund. */
const timeOf = ({ starts_at, ends_at, refunded_at }: InvoiceLine): string | null => {
  if (refunded_at !== null) return dayOf(refunded_at);
  return starts_at === null || ends_at === null ? null : periodOf(starts_at, ends_at);
};

/** Purpose and time of a line, and the reason of a refund. */
export const descriptionOf = (line: InvoiceLine): string => {
  const time = timeOf(line);
  const text = time === null ? nameOf(line) : `${nameOf(line)} (${time})`;
  return line.reason === null ? text : `${text}. Reason: ${line.reason}`;
};

/** Such as `19%`; empty without tax. */
export const percent = (rate: number): string =>
  rate === 0 ? '' : `${String(Math.round(rate * 1e4) / 100)}%`;
