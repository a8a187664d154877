/**
 * Invoices and credit notes of the signed-in user: the list, and one with its lines.
 * Source: the functions `list_invoices` and `read_invoice`.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { type Database, supabase, unwrap } from '@slipway/data';

/** `failed`: a payment was rejected. A credit note has none. */
export type InvoiceState = 'open' | 'paid' | 'failed';

type Row = Database['public']['Functions']['list_invoices']['Returns'][number];

/** `total` includes tax, in US dollars, negative for a credit note; `period_end` is exclusive; times ISO-8601 UTC. */
export type InvoiceSummary = Omit<Row, 'kind' | 'corrects' | 'state' | 'paid'> & {
  kind: 'invoice' | 'credit_note';
  /** The invoice that a credit note is for. */
  corrects: string | null;
  state: InvoiceState | null;
  /** US dollars. */
  paid: number | null;
};

/** Amounts are exact US dollars with tax, as text; `tax` is the part of it. Names are null after a deletion. */
export interface InvoiceLine {
  kind: string;
  /** The plan or the agent. */
  item: string | null;
  deployment: string | null;
  /** Number of charges. */
  quantity: number;
  amount: string;
  tax: string;
  /** Such as 0.19. */
  tax_rate: number;
  starts_at: string | null;
  ends_at: string | null;
  /** The day of a refund; null if the line, on an older invoice, has refunds of several days or reasons. */
  refunded_at: string | null;
  reason: string | null;
}

export interface Invoice {
  number: string;
  kind: InvoiceSummary['kind'];
  corrects: string | null;
  period_start: string;
  period_end: string;
  issued_at: string;
  issuer: { name: string; address: string; tax_id: string; email: string };
  recipient: { name: string | null; email: string | null };
  total: string;
  tax: string;
  state: InvoiceState | null;
  paid: string | null;
  lines: InvoiceLine[];
}

/** Whether a text can be the number of an invoice or a credit note: the database rejects a request with some other texts. */
const isNumber = (text: string) => /^(?:INV|CN)-\d{4}-\d{6,}$/.test(text);

export const invoiceQueries = {
  /** Newest first, up to 500. @throws `unavailable`, `unexpected` */
  list: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'invoices'] as const,
      queryFn: ({ signal }): Promise<InvoiceSummary[]> =>
        unwrap(supabase().rpc('list_invoices').abortSignal(signal)) as Promise<InvoiceSummary[]>,
    }),

  /** @throws `not_found`, `unavailable`, `unexpected` */
  one: (userId: string, number: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'invoices', number] as const,
      queryFn: async ({ signal }) => {
        if (!isNumber(number)) throw new AppError('not_found', 'Invoice not found');
        return (await unwrap(
          supabase().rpc('read_invoice', { number }).abortSignal(signal),
        )) as unknown as Invoice;
      },
    }),
};
