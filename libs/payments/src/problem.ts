/** Errors of this API: `application/problem+json` (RFC 9457), with the members of the gateway's. */

const titles: Partial<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Request too large',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Payment provider error',
  503: 'Service unavailable',
};

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

export const problemResponse = (
  { status, message }: PaymentProblem,
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    { type: 'about:blank', title: titles[status] ?? 'Error', status, detail: message },
    {
      status,
      headers: {
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
        ...(status === 503 ? { 'retry-after': '5' } : {}),
        ...headers,
      },
    },
  );
