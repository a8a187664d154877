/** Errors of this API, as `application/problem+json` (RFC 9457), like the gateway's. */
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

export const problemResponse = ({ status, message }: PaymentProblem): Response =>
  Response.json(
    { status, detail: message },
    {
      status,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        ...(status === 503 ? { 'retry-after': '5' } : {}),
      },
    },
  );
