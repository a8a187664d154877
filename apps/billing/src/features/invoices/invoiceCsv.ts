/** An invoice as CSV, one row a line. Amounts are exact. */
import { descriptionOf } from './invoiceText';
import type { Invoice } from '../../data/invoices';

export async function invoiceCsv({ number, issued_at, state, paid, lines }: Invoice): Promise<Blob> {
  const { default: csv } = await import('papaparse');
  const text = csv.unparse(
    lines.map((line) => ({
      invoice: number,
      issued_utc: issued_at,
      description: descriptionOf(line),
      kind: line.kind,
      quantity: line.quantity,
      tax_rate: line.tax_rate,
      tax_usd: line.tax,
      amount_usd: line.amount,
      from_utc: line.starts_at,
      to_utc: line.ends_at,
      refunded_utc: line.refunded_at,
      refund_reason: line.reason,
      invoice_state: state,
      invoice_paid_usd: paid,
    })),
    // Names of agents and deployments are other users' text. Amounts below zero are numbers, which stay.
    { escapeFormulae: /^[=+@\t\r]|^-(?![\d.]+$)/ },
  );
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}
