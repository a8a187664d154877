/** Random requests to the REST, auth and gateway endpoints, from nearly valid to nonsense. */
import fc from 'fast-check';
import {
  bodyOf,
  columns,
  filter,
  from,
  modifiers,
  oddText,
  operand,
  parameters,
  queryOf,
} from './randomValues';

export interface RandomRequest {
  method: string;
  /** With the query, percent-encoded as far as the request is. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  caller: Caller;
}

/** Who sends a request: without any key, with the publishable key, a user, a deployment key, a malformed token. */
export type Caller = 'anonymous' | 'visitor' | 'user' | 'key' | 'malformed';

const headers = fc.record(
  {
    prefer: from(
      'return=representation',
      'count=exact',
      'resolution=merge-duplicates',
      'handling=strict,x',
      'missing=default',
    ),
    accept: from('application/vnd.pgrst.object+json', 'text/csv', 'application/xml', '*/*', 'nonsense'),
    range: from('0-1', '5-1', 'x', '0-'),
    'accept-profile': from('public', 'private', 'auth'),
    'idempotency-key': from('a', 'a'.repeat(300), '%C3%A9'),
    'transfer-encoding': from('chunked'),
  },
  { requiredKeys: [] },
);
const contentType = fc.oneof(
  { weight: 6, arbitrary: from('application/json') },
  { weight: 1, arbitrary: from('text/csv', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense') },
);
const anyMethod = from('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS');

const requestWith = (
  method: fc.Arbitrary<string>,
  path: fc.Arbitrary<string>,
  body: fc.Arbitrary<string | null>,
  callers: Caller[],
): fc.Arbitrary<RandomRequest> =>
  fc
    .record({ method, path, body, headers, contentType, caller: from<Caller>(...callers) })
    .map(({ contentType, headers, body, method, ...rest }) => {
      const hasBody = body !== null && method !== 'GET' && method !== 'HEAD';
      const { 'transfer-encoding': encoding, ...others } = headers;
      return {
        ...rest,
        method,
        body: hasBody ? body : null,
        headers: {
          ...others,
          ...(hasBody && { 'content-type': contentType }),
          ...(hasBody && encoding && { 'transfer-encoding': encoding }),
        },
      };
    });

const tableRequest = from(...Object.keys(columns)).chain((table) => {
  const names = columns[table] ?? [];
  const query = fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.tuple(from(...names), filter) }, modifiers), { maxLength: 3 })
    .map((pairs) => `/rest/v1/${table}${queryOf(pairs)}`);
  return requestWith(from('GET', 'GET', 'POST', 'PATCH', 'PUT', 'DELETE'), query, bodyOf([...names, 'x']), [
    'user',
    'user',
    'visitor',
  ]);
});
const functionRequest = from(...Object.keys(parameters)).chain((name) => {
  const names = [...(parameters[name] ?? []), 'x'];
  const query = fc
    .array(fc.oneof(fc.tuple(from(...names), operand), modifiers), { maxLength: 3 })
    .map((pairs) => `/rest/v1/rpc/${name}${queryOf(pairs)}`);
  return requestWith(from('POST', 'POST', 'GET', 'HEAD'), query, bodyOf(names), ['user', 'user', 'visitor']);
});
const authRequest = requestWith(
  from('POST', 'POST', 'PUT', 'GET', 'DELETE'),
  fc
    .tuple(
      from(
        'signup',
        'token',
        'user',
        'verify',
        'otp',
        'recover',
        'resend',
        'authorize',
        'factors',
        'callback',
        'reauthenticate',
      ),
      fc.array(
        fc.tuple(
          from('grant_type', 'type', 'token', 'redirect_to', 'provider', 'code', 'state', 'scope'),
          fc.oneof(
            from('password', 'refresh_token', 'pkce', 'signup', 'recovery', 'github', 'others'),
            oddText,
          ),
        ),
        { maxLength: 3 },
      ),
    )
    .map(([name, pairs]) => `/auth/v1/${name}${queryOf(pairs)}`),
  bodyOf([
    'email',
    'password',
    'token',
    'type',
    'data',
    'refresh_token',
    'auth_code',
    'code_verifier',
    'current_password',
    'nonce',
    'factor_type',
  ]),
  ['visitor', 'visitor', 'user'],
);
const gatewayRequest = requestWith(
  from('POST', 'POST', 'GET', 'DELETE', 'OPTIONS'),
  from(
    '/v1/agents/helper',
    '/v1/chat/completions',
    '/v1/embeddings',
    '/v1/models',
    '/v1/openapi.json',
    '/v1/preview',
    '/v1/agents/%ff',
  ),
  bodyOf([
    'message',
    'messages',
    'input',
    'dimensions',
    'model',
    'stream',
    'temperature',
    'max_tokens',
    'stop',
    'n',
    'agent',
    'prompt',
  ]),
  ['key', 'key', 'user', 'anonymous'],
);
const oddRequest = requestWith(
  anyMethod,
  fc.oneof(
    fc
      .tuple(from('/rest/v1/', '/auth/v1/', '/v1/', '/v1/agents/', '/rest/v1/rpc/'), oddText)
      .map(([prefix, rest]) => prefix + encodeURIComponent(rest)),
    from('/rest/v1/%00', '/v1/agents/%00', '/rest/v1/%zz', '/auth/v1//user', '/rest/v1/../v1/agents', '/v1'),
  ),
  fc.option(oddText),
  ['anonymous', 'visitor', 'user', 'key', 'malformed'],
);

export const randomRequest = fc.oneof(
  { weight: 4, arbitrary: tableRequest },
  { weight: 3, arbitrary: functionRequest },
  { weight: 3, arbitrary: authRequest },
  { weight: 2, arbitrary: gatewayRequest },
  { weight: 1, arbitrary: oddRequest },
);
