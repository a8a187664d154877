/**
 * Error responses: RFC 9457 problem details. On the OpenAI-compatible addresses the body also has the member `error`,
 * which OpenAI's client libraries read.
 */
import { problemOf } from '@slipway/server';

/** The statuses that the gateway returns. */
// oxfmt-ignore
export type ProblemStatus =
  | 400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 499 | 500 | 501 | 502 | 503 | 504;

const openAiTypes: Partial<Record<ProblemStatus, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
};
/** OpenAI's error codes; statuses without one use the status. */
const openAiCodes: Partial<Record<ProblemStatus, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  429: 'rate_limit_exceeded',
};
const openAiType = (status: ProblemStatus) =>
  openAiTypes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');

export interface ProblemOptions extends ErrorOptions {
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
  /** The invalid member of the request, such as `messages.0.content`. */
  at?: string;
  /** OpenAI's error code, such as `model_not_found`, if the status is not enough. */
  code?: string;
  /** More response headers, such as `allow`. */
  headers?: Record<string, string>;
}

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly retryAfter: number | undefined;
  readonly at: string | undefined;
  readonly code: string | undefined;
  readonly headers: Record<string, string>;
  /** `detail`: the error and its remedy, in one sentence. */
  constructor(
    readonly status: ProblemStatus,
    detail: string,
    { retryAfter, at, code, headers = {}, ...options }: ProblemOptions = {},
  ) {
    super(detail, options);
    this.retryAfter = retryAfter;
    this.at = at;
    this.code = code;
    this.headers = headers;
  }
}

/** The result of a call whose client has disconnected: only the log and the record have it. */
export const clientDisconnected = (cause?: unknown): ApiProblem =>
  new ApiProblem(499, 'The client disconnected', { cause });

/** OpenAI's clients expect an exhausted quota as 429 with the code `insufficient_quota`. */
const openAiStatus = (status: ProblemStatus): ProblemStatus => (status === 402 ? 429 : status);

/** The problem as JSON, for a response body or the last event of a stream. */
export const problemBody = ({ status, message, at, code }: ApiProblem, isOpenAi: boolean) => ({
  ...problemOf(isOpenAi ? openAiStatus(status) : status, message),
  ...(at ? { at } : {}),
  ...(isOpenAi
    ? {
        error: {
          message,
          type: openAiType(status),
          param: at ?? null,
          code: code ?? openAiCodes[status] ?? String(status),
        },
      }
    : {}),
});

/** Whether OpenAI's client libraries use this path. */
const isOpenAiPath = (path: string) =>
  /\/(?:chat\/completions|completions|embeddings|responses|models(?:\/[^/]+)?)$/.test(path);

/** The response for a problem. `path` decides whether it also has OpenAI's format. */
export function problemResponse(problem: ApiProblem, path: string): Response {
  const isOpenAi = isOpenAiPath(path);
  return new Response(JSON.stringify(problemBody(problem, isOpenAi)), {
    status: isOpenAi ? openAiStatus(problem.status) : problem.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...problem.headers,
      ...(problem.retryAfter === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(problem.retryAfter))) }),
      // OpenAI's clients retry any other 429; the quota resets in days.
      ...(isOpenAi && problem.status === 402 ? { 'x-should-retry': 'false' } : {}),
      // The unread rest of the body would be parsed as the connection's next request.
      ...(problem.status === 413 ? { connection: 'close' } : {}),
      ...(problem.status === 401 ? { 'www-authenticate': 'Bearer realm="agents"' } : {}),
    },
  });
}
