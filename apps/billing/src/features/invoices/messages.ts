/** The text of an invoice. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  paidSoFar: 'Paid so far',
  invoiceFailed: 'Couldn’t load this invoice',
  invoiceMissing: 'You have no such invoice',
  invoiceMissingHint: 'The link may be incomplete, or for another account.',
  allInvoices: 'See your invoices',
  print: 'Print',
  downloadPdf: 'Download PDF',
  from: 'From',
  taxId: 'Tax ID {id}',
  billedTo: 'Billed to',
  correctsInvoice: 'Corrects invoice',
  lines: 'Lines of the invoice',
  tax: 'Tax',
  taxAtRate: '{amount} ({rate, number, ::percent .##})',
  net: 'Net',
  invoiceTotal: 'Total',
  totalInCents: 'Total in whole cents',
  invoiceNote: 'Amounts are in US dollars and include tax. Days and months are UTC.',
});
