/** One invoice: on the screen, on paper, as PDF and as CSV. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { Button, EmptyState, Icon, Skeleton, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import { saveFile } from '../../data/saveFile';
import { invoiceCsv } from './invoiceCsv';
import { invoiceQueries } from '../../data/invoices';
import { readPdf } from '../../data/invoicePdf';
import { titleOf } from './invoiceTitle';
import { InvoiceSheet } from './InvoiceSheet';
import { t as shared } from '../../messages';
import { t } from './messages';

interface InvoiceDialogProps {
  userId: string;
  number: string;
  onClose: () => void;
}

const isMissing = (error: unknown) => isAppError(error) && error.code === 'not_found';

export function InvoiceDialog({ userId, number, onClose }: InvoiceDialogProps) {
  const invoice = useQuery(invoiceQueries.one(userId, number));
  const [busy, setBusy] = useState<'pdf' | 'csv'>();
  const { data } = invoice;
  const save = async (kind: 'pdf' | 'csv', file: () => Promise<Blob>) => {
    setBusy(kind);
    try {
      saveFile(await file(), `${number}.${kind}`);
    } catch {
      toast.error(shared('downloadFailed'), { id: 'invoice-download' });
    }
    setBusy(undefined);
  };
  return (
    <Dialog
      open
      size="lg"
      startsAtTitle
      title={data ? titleOf(data) : shared('invoice')}
      onClose={onClose}
      actions={
        // Shown while the invoice loads, too: otherwise the dialog would grow.
        !invoice.isError && (
          <>
            <Button
              disabled={!data}
              onClick={() => {
                window.print();
              }}
            >
              {t('print')}
            </Button>
            <Button
              disabled={!data}
              busy={busy === 'csv'}
              onClick={() => data && void save('csv', () => invoiceCsv(data))}
            >
              {shared('downloadCsv')}
            </Button>
            <Button
              variant="primary"
              disabled={!data}
              busy={busy === 'pdf'}
              onClick={() => void save('pdf', () => readPdf(number))}
            >
              {t('downloadPdf')}
            </Button>
          </>
        )
      }
    >
      {isMissing(invoice.error) ? (
        <EmptyState
          icon={<Icon name="billing" size={20} />}
          title={t('invoiceMissing')}
          description={t('invoiceMissingHint')}
          action={<Button onClick={onClose}>{t('allInvoices')}</Button>}
        />
      ) : (
        <QueryPanel
          query={invoice}
          failure={t('invoiceFailed')}
          // As high as an invoice with two charges.
          waiting={<Skeleton shape="block" height="24.5rem" />}
        >
          {(loaded) => <InvoiceSheet invoice={loaded} />}
        </QueryPanel>
      )}
    </Dialog>
  );
}
