/** The text of an invoice in the PDF. The app's page has its own, in `apps/billing`. */
import type { InvoiceLine } from './invoice';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export const dayOf = (time: string): string => day.format(new Date(time));

/** `end` is exclusive: the day before it is the last one. */
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

/** Purpose and paid time of a line. */
export const descriptionOf = (line: InvoiceLine): string =>
  line.starts_at === null || line.ends_at === null
    ? nameOf(line)
    : `${nameOf(line)} (${periodOf(line.starts_at, line.ends_at)})`;

/** Such as `19%`; empty without tax. */
export const percent = (rate: number): string =>
  rate === 0 ? '' : `${String(Math.round(rate * 1e4) / 100)}%`;
