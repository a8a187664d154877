/** Errors of this API: `application/problem+json` (RFC 9457). */
import { problemResponse } from '@slipway/server';

export class PaymentProblem extends Error {
  override readonly name = 'PaymentProblem';
  /** Seconds. */
  readonly retryAfter: number | undefined;
  constructor(
    readonly status: number,
    /** For the caller: without secrets, and without text of the provider. */
    message: string,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(message, options);
    this.retryAfter = options?.retryAfter ?? (status === 503 ? 5 : undefined);
  }
}

export const responseOf = (
  { status, message, retryAfter }: PaymentProblem,
  headers: Record<string, string> = {},
): Response =>
  problemResponse(status, message, {
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...headers,
  });
