/**
 * Calls functions of the database through PostgREST, so that hosted Supabase and the embedded backend work alike: with
 * the token of a user, whose rights the database checks, or with the server's secret key.
 */
import { functionRequest, type RestOptions } from '@slipway/server';
import * as v from 'valibot';
import { PaymentProblem } from './problem';

export interface Rest {
  /** @throws `PaymentProblem` 401 without a valid session, 403, 404, 409, 503 */
  asUser<T extends v.GenericSchema>(
    session: string | undefined,
    name: string,
    parameters: object,
    schema: T,
  ): Promise<v.InferOutput<T>>;
  /** @throws `PaymentProblem` 404, 409, 500, 503 */
  asServer<T extends v.GenericSchema>(name: string, parameters: object, schema: T): Promise<v.InferOutput<T>>;
}

const details: Readonly<Record<number, string>> = {
  401: 'Your session has expired. Sign in again',
  403: 'Your session is not allowed to do this. Complete the sign-in on the dashboard',
  404: 'Not found',
  409: 'The state has changed. Reload the page',
};

const UNREACHABLE = 'The database is unreachable. Try again in a few seconds';

/** Undefined, which no schema accepts, for a response that is not JSON: another server has responded. */
function valueOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the database's functions, and checks each result with a schema. */
export function createRest({
  url,
  secretKey,
  publishableKey,
  fetch: send = (request) => fetch(request),
  timeout = 10_000,
}: RestOptions): Rest {
  async function call<T extends v.GenericSchema>(
    { key, token }: { key: string; token: string },
    name: string,
    parameters: object,
    schema: T,
  ): Promise<v.InferOutput<T>> {
    const signal = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await send(functionRequest(name, parameters, { url, key, token, signal }));
      text = await response.text();
    } catch (cause) {
      throw new PaymentProblem(503, UNREACHABLE, { cause });
    }
    const { status } = response;
    // Messages of the database can repeat the request's content: keep only the code.
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
    const cause = new Error(`${name} responded with ${String(status)} ${code}`);
    if (status === 429 || status >= 500) throw new PaymentProblem(503, UNREACHABLE, { cause });
    // The function is missing, or the server's key is rejected: not the caller's fault.
    const isServers = code === 'PGRST202' || (key === token && (status === 401 || status === 403));
    const detail = isServers ? undefined : details[status];
    if (detail !== undefined) throw new PaymentProblem(status, detail, { cause });
    const parsed = response.ok ? v.safeParse(schema, valueOf(text)) : undefined;
    if (parsed?.success) return parsed.output;
    throw new PaymentProblem(500, 'The server is not compatible with its database', {
      cause: parsed ? new Error(`${name} returned unexpected data: ${parsed.issues[0].message}`) : cause,
    });
  }

  return {
    asUser(session, name, parameters, schema) {
      if (session === undefined) throw new PaymentProblem(401, 'Sign in first');
      return call({ key: publishableKey, token: session }, name, parameters, schema);
    },
    asServer: (name, parameters, schema) =>
      call({ key: secretKey, token: secretKey }, name, parameters, schema),
  };
}

/** The same calls without a schema, for services that validate the results themselves. */
export const untyped = (rest: Rest) => ({
  asUser: (session: string | undefined, name: string, parameters: object) =>
    rest.asUser(session, name, parameters, v.unknown()),
  asServer: (name: string, parameters: object) => rest.asServer(name, parameters, v.unknown()),
});
