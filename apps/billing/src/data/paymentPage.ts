/**
 * The address of the payment provider's page for the signed-in user.
 * Source: `POST /v1/billing/checkout`, `/portal` and `/payouts` on the app's own origin.
 */
import { AppError, type ErrorCode } from '@slipway/contracts';
import { accessToken } from '@slipway/session';

export type PaymentPage = 'checkout' | 'portal' | 'payouts';

const codes: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
};

/** @throws `not_found` without a payment, `conflict` with a plan, `rate_limited`, `unavailable`, `unexpected` */
export async function paymentPage(page: PaymentPage): Promise<string> {
  const token = await accessToken();
  const response = await fetch(`/v1/billing/${page}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? ''}` },
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'The server did not respond', { cause });
  });
  if (!response.ok) {
    const code = codes[response.status] ?? 'unavailable';
    throw new AppError(code, `The server rejected the request: ${String(response.status)}`);
  }
  const { url } = (await response.json()) as { url: string };
  if (new URL(url).protocol !== 'https:') throw new AppError('unexpected', 'The address is not https');
  return url;
}
