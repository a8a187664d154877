/**
 * An invoice or credit note, as the database returns it.
 * Source: `public.read_invoice`. Amounts are exact US dollars as text, with tax; times are ISO-8601 UTC.
 */
import * as v from 'valibot';

const amount = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
const time = v.nullable(v.string());

const line = v.object({
  kind: v.string(),
  /** The name of the plan or the agent; null if it was deleted before the invoice was issued. */
  item: v.nullable(v.string()),
  /** Null for plans, and after the user was deleted. */
  deployment: v.nullable(v.string()),
  quantity: v.number(),
  amount,
  /** Part of the amount. */
  tax: amount,
  /** Such as 0.19. */
  tax_rate: v.number(),
  starts_at: time,
  ends_at: time,
  /** Only for a refund. */
  refunded_at: v.optional(time, null),
  reason: v.optional(v.nullable(v.string()), null),
});
export type InvoiceLine = v.InferOutput<typeof line>;

export const invoice = v.object({
  number: v.string(),
  kind: v.picklist(['invoice', 'credit_note']),
  /** The invoice that a credit note is for. */
  corrects: v.nullable(v.string()),
  period_start: v.string(),
  /** Exclusive. */
  period_end: v.string(),
  issued_at: v.string(),
  issuer: v.object({ name: v.string(), address: v.string(), tax_id: v.string(), email: v.string() }),
  recipient: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) }),
  total: amount,
  tax: amount,
  /** `failed`: a payment was rejected. Null for a credit note, as is `paid`. */
  state: v.nullable(v.picklist(['open', 'paid', 'failed'])),
  paid: v.nullable(amount),
  lines: v.array(line),
});
export type Invoice = v.InferOutput<typeof invoice>;
