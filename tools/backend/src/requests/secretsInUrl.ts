/**
 * Rejects keys and tokens in query strings: histories, logs of proxies and referrers keep URLs. `@supabase/lite` accepts
 * `?apikey=`, and repeats a token in the message of its error.
 */
import { isRest, type Respond } from './handler';

/** Parameters that carry a secret. `token` is not one: a mailed link has a token that works once. */
const names = /^(?:api-?key|access_token|refresh_token|provider_token|authorization|bearer|jwt|password)$/i;

/** A key of this backend, a JSON web token, or the key of a deployment. */
const secrets = /\bsb_(?:secret|publishable)_|\beyJ[\w-]{8,}\.[\w-]{8,}\.|\bak_[\w-]{20,}/;

const hasSecret = ({ searchParams }: URL): boolean =>
  [...searchParams].some(([name, value]) => names.test(name) || secrets.test(name) || secrets.test(value));

const MESSAGE = 'Keys and tokens are not accepted in the URL';
const HINT = 'Send them in the apikey and Authorization headers';

export const withoutSecretsInUrl =
  (respond: Respond): Respond =>
  async (request) => {
    if (!hasSecret(new URL(request.url))) return respond(request);
    return isRest(request)
      ? Response.json({ code: 'PGRST100', message: MESSAGE, details: null, hint: HINT }, { status: 400 })
      : Response.json(
          { code: 400, error_code: 'validation_failed', msg: `${MESSAGE}. ${HINT}` },
          { status: 400 },
        );
  };
