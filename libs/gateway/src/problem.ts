/**
 * What a caller is told when a call is refused or fails: RFC 9457 problem details, in plain sentences. On the
 * OpenAI addresses the same document also has the member `error`, which OpenAI's client libraries read.
 */

/** Each title by its status; a status that is not here is no problem of the gateway's. */
const titles = {
  400: 'The request is not valid',
  401: 'The key opens nothing',
  402: 'The plan is used up',
  403: 'The deployment is stopped',
  404: 'There is nothing here',
  405: 'This method does nothing here',
  409: 'Not at this moment',
  413: 'The request is too large',
  415: 'The request is not JSON',
  422: 'The idempotency key is taken',
  429: 'Too many requests',
  499: 'The caller went away',
  500: 'The gateway failed',
  501: 'The agent runs elsewhere',
  502: 'The model failed',
  503: 'Not available at this moment',
  504: 'The model took too long',
} as const;

export type ProblemStatus = keyof typeof titles;

/** The names OpenAI gives to kinds of errors. */
const openAiTypes: Partial<Record<ProblemStatus, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
};
const openAiType = (status: ProblemStatus) =>
  openAiTypes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');

export interface ProblemOptions extends ErrorOptions {
  /** Seconds after which the same request may work. */
  retryAfter?: number;
  /** Where in the request, such as `messages.0.content`. */
  at?: string;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly retryAfter: number | undefined;
  readonly at: string | undefined;
  /** `detail`: one sentence that says what was wrong and what to do. */
  constructor(
    readonly status: ProblemStatus,
    detail: string,
    { retryAfter, at, ...options }: ProblemOptions = {},
  ) {
    super(detail, options);
    this.retryAfter = retryAfter;
    this.at = at;
  }
}

/** The document, as the body of an answer or of a stream's last event. */
export const problemBody = ({ status, message, at }: Problem, isOpenAi: boolean) => ({
  type: 'about:blank',
  title: titles[status],
  status,
  detail: message,
  ...(at ? { at } : {}),
  ...(isOpenAi
    ? { error: { message, type: openAiType(status), param: at ?? null, code: String(status) } }
    : {}),
});

/** Whether an address is one that OpenAI's client libraries use. */
const isOpenAiPath = (path: string) => path.endsWith('/chat/completions');

export function problemResponse(problem: Problem, path: string): Response {
  return new Response(JSON.stringify(problemBody(problem, isOpenAiPath(path))), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...(problem.retryAfter === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(problem.retryAfter))) }),
      // What was not read is in the way of the next request.
      ...(problem.status === 413 ? { connection: 'close' } : {}),
      ...(problem.status === 401 ? { 'www-authenticate': 'Bearer realm="agents"' } : {}),
    },
  });
}
