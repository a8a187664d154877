/** The title and the period of an invoice. */
import { formats } from '@slipway/platform';
import { lastDayOf } from '../../data/amounts';
import type { Invoice } from '../../data/invoices';
import { t } from '../overview/messages';

export const titleOf = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string =>
  t(kind === 'invoice' ? 'invoiceTitle' : 'creditNoteTitle', { number });

export const periodOf = ({
  period_start,
  period_end,
}: Pick<Invoice, 'period_start' | 'period_end'>): string =>
  t('periodDates', { start: formats.utcDate(period_start), end: formats.utcDate(lastDayOf(period_end)) });
