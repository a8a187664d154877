/** Whether an invoice is paid. The text carries the meaning; the color repeats it. */
import { Badge } from '@slipway/design-system';
import type { InvoiceState } from '../../data/invoices';
import { t } from '../overview/messages';

const tones = { paid: 'success', open: 'info', failed: 'danger' } as const;

export const InvoiceStateBadge = ({ state }: { state: InvoiceState }) => (
  <Badge tone={tones[state]}>{t(`invoice-${state}`)}</Badge>
);
