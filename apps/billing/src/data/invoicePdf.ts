/** The file of an invoice. Source: `GET /v1/billing/invoices/<number>` on the app's own origin. */
import { AppError, type ErrorCode } from '@slipway/contracts';
import { accessToken } from '@slipway/session';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

/** @throws `unauthenticated`, `forbidden`, `not_found`, `rate_limited`, `unavailable` */
export async function readPdf(number: string): Promise<Blob> {
  const token = await accessToken();
  const response = await fetch(`/v1/billing/invoices/${number}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'The server did not respond', { cause });
  });
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  if (response.ok && isPdf) return response.blob();
  const code = codes[response.status] ?? 'unavailable';
  throw new AppError(code, `The server rejected the request: ${String(response.status)}`);
}
