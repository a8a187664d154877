/** The texts of an invoice: exact amounts, and the purpose of each line. Loaded with its dialog. */
import { formats } from '@slipway/platform';
import { t as shared } from '../../messages';
import { t } from '../overview/messages';
import type { Invoice, InvoiceLine } from '../../data/invoices';
import { periodOf } from './invoiceTitle';

/** In the numerals of the page's language. */
const numeral = (digit: string): string => formats.integer(Number(digit));

/**
 * Calls can cost fractions of a cent, so an amount keeps all digits: `$12.345`, `−$0.50`. The language's format has the
 * cents; the other digits follow its last digit, which may be before the currency: `12,345 $`.
 */
export function exactMoney(amount: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const cents = formats.dollars(Number(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`));
  const rest = fraction.slice(2).replace(/0+$/, '').replace(/\d/g, numeral);
  return `${sign && '−'}${cents.replace(/\p{Nd}(?=\P{Nd}*$)/u, (last) => last + rest)}`;
}

/** The payable amount, rounded to cents. */
export const wholeCents = (amount: string): string =>
  `${amount.startsWith('-') ? '−' : ''}${formats.dollars(Math.abs(Number(amount)))}`;

function nameOf({ kind, item, deployment, quantity }: InvoiceLine): string {
  const of = { deployment: deployment ?? shared('unnamedDeployment'), agent: item ?? t('unnamedAgent') };
  const plan = { plan: item ?? '' };
  switch (kind) {
    case 'plan':
      return t('line-plan', plan);
    case 'plan_credit':
      return t('line-plan_credit', plan);
    case 'month':
      return t('charge-month', of);
    case 'call':
      return t('line-call', { ...of, quantity });
    case 'refund':
      return deployment === null ? t('charge-refund') : t('line-refund', of);
    default:
      return kind; // of a later version
  }
}

/** The time that was paid for, or the day of a refund. */
function timeOf({ starts_at, ends_at, refunded_at }: InvoiceLine): string | null {
  if (refunded_at !== null) return formats.utcDate(refunded_at);
  return starts_at === null || ends_at === null
    ? null
    : periodOf({ period_start: starts_at, period_end: ends_at });
}

/** Purpose and time of a line, and the reason of a refund. */
export function descriptionOf(line: InvoiceLine): string {
  const period = timeOf(line);
  const text = period === null ? nameOf(line) : t('line-of-period', { name: nameOf(line), period });
  return line.reason === null ? text : t('line-with-reason', { line: text, reason: line.reason });
}

/** The amount without its tax, exactly. */
export function netOf({ total, tax }: Pick<Invoice, 'total' | 'tax'>): string {
  const digits = Math.max(...[total, tax].map((each) => each.split('.')[1]?.length ?? 0));
  const units = (amount: string) => {
    const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
    const value = BigInt(whole + fraction.padEnd(digits, '0'));
    return amount.startsWith('-') ? -value : value;
  };
  const net = units(total) - units(tax);
  const text = String(net < 0n ? -net : net).padStart(digits + 1, '0');
  const sign = net < 0n ? '-' : '';
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
