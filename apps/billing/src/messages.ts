/**
 * Strings that several parts of this slice show, as ICU messages, and the title of its page. Each part has the text that only
 * it shows in its folder's `messages.ts`, which loads with it.
 */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'Billing & Usage',
  description: 'Your plan, what you have used, and what it cost.',
  loading: 'Loading',
  count: '{used, number}',
  charge: 'Charge',
  amount: 'Amount',
  none: '–',
  unnamedDeployment: 'Deleted deployment',
  invoice: 'Invoice',
  issued: 'Issued',
  invoicePeriod: 'Period',
  invoiceState: 'State',
  downloadCsv: 'Download CSV',
  downloadFailed: 'Couldn’t download the file. Please try again.',

  earnings: 'Earnings',
  earningsFailed: 'Couldn’t load your earnings',
  range: 'Range',
  lastDays: '{days, number} days',
  day: 'Day',
  showAsTable: 'Show as table',
  others: 'Others',
  quantity: 'Quantity',
});
