/** Errors of this API: `application/problem+json` (RFC 9457). */
import { problemResponse } from '@slipway/server';

export class PaymentProblem extends Error {
  override readonly name = 'PaymentProblem';
  constructor(
    readonly status: number,
    /** For the caller: no secrets, and nothing that the provider said. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const responseOf = (
  { status, message }: PaymentProblem,
  headers: Record<string, string> = {},
): Response =>
  problemResponse(status, message, { ...(status === 503 ? { 'retry-after': '5' } : {}), ...headers });
