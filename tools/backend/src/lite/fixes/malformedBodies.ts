/**
 * Symptom: `@supabase/lite` responds with 500 to a body of another type: `null`, a number for an address, text that
 * PostgreSQL cannot store, thousands of lists in each other, or text that is not JSON in a PUT. It stores 900 KB of
 * metadata per account, which every response about it contains.
 * Hosted Supabase: GoTrue and PostgREST respond with 400.
 * Test: `malformedBodies.test.ts`; `passwordRules.test.ts`, "metadata"; random ones in `fuzz.test.ts` of the gateway.
 */

/** Fields of GoTrue's requests that are text. */
const textFields =
  'email phone password current_password nonce token token_hash type refresh_token auth_code code_verifier'.split(
    ' ',
  );

/** Bytes of JSON; the app stores a name. */
const METADATA_MAX = 16_384;

/** Characters: GoTrue's limit for an address. */
const MAX_EMAIL = 255;

/** Lists and objects in each other. */
const MAX_DEPTH = 32;

/** Whether PostgreSQL can store a text: no null character, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

const invalid = (msg: string) =>
  Response.json({ code: 400, error_code: 'validation_failed', msg }, { status: 400 });

const notJson = () =>
  Response.json(
    { code: 'PGRST102', message: 'Empty or invalid json', details: null, hint: null },
    { status: 400 },
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The problem of a value in a body, at any depth. */
function faultOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    return isStorable(value) ? undefined : 'Text must not contain null characters or invalid Unicode';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEPTH) return `The request body has more than ${String(MAX_DEPTH)} levels`;
  for (const part of Object.entries(value).flat()) {
    const fault = faultOf(part, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function rejectedAuthBody(body: unknown): Response | undefined {
  if (!isObject(body)) return invalid('The request body must be a JSON object');
  const fault = faultOf(body);
  if (fault !== undefined) return invalid(fault);
  const wrong = textFields.find((name) => body[name] != null && typeof body[name] !== 'string');
  if (wrong) return invalid(`${wrong} must be text`);
  const { email, data } = body;
  if (typeof email === 'string' && email.length > MAX_EMAIL) {
    return invalid(`email must have at most ${String(MAX_EMAIL)} characters`);
  }
  if (data != null && !isObject(data)) return invalid('data must be an object');
  if (data != null && Buffer.byteLength(JSON.stringify(data)) > METADATA_MAX) {
    return invalid(`data must have at most ${String(METADATA_MAX)} bytes`);
  }
  return undefined;
}

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** The fields of a body that `rejectedBody` accepted; none of an empty one. `request` stays unread. */
export async function authFields(request: Request): Promise<Record<string, unknown>> {
  const text = await request.clone().text();
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** The response for a malformed body of `request`, which stays unread. */
export async function rejectedBody(request: Request): Promise<Response | undefined> {
  if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return undefined;
  const isAuth = new URL(request.url).pathname.startsWith('/auth/');
  if (!isAuth && request.method !== 'PUT') return undefined;
  const text = await request.clone().text();
  if (isAuth && text === '') return undefined;
  const body = parsed(text);
  if (!body) return isAuth ? invalid('The request body is not JSON') : notJson();
  return isAuth ? rejectedAuthBody(body.value) : undefined;
}
