/** An environment as a file in `environments/`: where it is, which backend, what it allows. No secret stands in one. */
import * as v from 'valibot';
import { compositionSchema, parseDocument } from '@slipway/contracts';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

const name = v.pipe(
  v.string('must be text'),
  v.regex(/^[a-z][a-z0-9-]{0,38}$/, 'must be lower-case letters, digits and hyphens, such as staging'),
);

const origin = v.pipe(
  v.string('must be text'),
  v.regex(/^https?:\/\/[^\s/]+$/, 'must be an origin without a path, such as https://staging.example.com'),
);

/** The role that a Supabase key of the older kind (a JWT) carries, or undefined for another kind of text. */
function roleOf(key: string): string | undefined {
  const [, payload = ''] = key.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role?: unknown };
    return typeof claims.role === 'string' ? claims.role : undefined;
  } catch {
    return undefined;
  }
}

const isSecret = (key: string) => key.startsWith('sb_secret_') || roleOf(key) === 'service_role';
const isPublishable = (key: string) => key.startsWith('sb_publishable_') || roleOf(key) === 'anon';

const publishableKey = v.pipe(
  v.string('must be text'),
  v.check(
    (key) => !isSecret(key),
    'is a secret key, and this file goes to every browser: put the publishable key here, and renew the secret one',
  ),
  v.check(
    (key) => isSecret(key) || isPublishable(key),
    'must be the publishable key, which begins with sb_publishable_',
  ),
);

const minutes = v.pipe(v.number('must be a number of minutes'), v.minValue(0, 'must be 0 or more'));

const entries = compositionSchema.entries;

/** `embedded` is the one that the server of the app brings along, and describes itself. */
const backend = v.strictObject({
  url: entries.backend.entries.url,
  publishableKey,
  providers: entries.backend.entries.providers,
  mfa: entries.backend.entries.mfa,
});

export const environmentSchema = v.strictObject({
  name,
  /** A folder, from the workspace's root (`$SLIPWAY_HOME` is the local server's), or `s3://bucket/prefix?region=…`. */
  store: text,
  /** Where people open it. With `{id}` in it, it is a family of previews: `preview/pr-123` is one of them. */
  address: origin,
  /** Days after its last deploy that a preview is kept; 14 by default. */
  keepDays: v.optional(v.pipe(v.number('must be a number of days'), v.minValue(1, 'must be 1 or more'))),
  backend: v.union(
    [v.literal('embedded'), backend],
    (issue) =>
      issue.issues?.map(({ message }) => message).join(', ') ??
      'must be "embedded", or { "url", "publishableKey" }',
  ),
  /** What it calls itself: `name`, `owner`, `callUrl`. */
  site: entries.site,
  /** Slice to its switches. */
  features: entries.features,
  /** A release must have run in each of these for so long before it may run here. */
  approvals: v.optional(v.array(v.strictObject({ environment: name, minutes })), []),
  allowOverrides: entries.allowOverrides,
  /** `false` leaves the browser's context menu and developer shortcuts alone for everyone. */
  deterrent: entries.deterrent,
  /** How its own web server is set up, where it has one: see `slipway env hosting`. */
  hosting: v.optional(
    v.strictObject({
      /** A port, or an address and a port. */
      listen: v.optional(
        v.pipe(v.string('must be text'), v.regex(/^(?:[\d.]+:)?\d+$/, 'must be a port such as 8080')),
        '8080',
      ),
      /** Where the store's folder is on the server. */
      folder: v.optional(
        v.pipe(
          v.string('must be text'),
          v.regex(/^\/[\w./-]+$/, 'must be an absolute path such as /srv/slipway'),
        ),
        '/srv/slipway',
      ),
      /** What answers `/v1`, and `/rest` and `/auth` where the backend is on the app's own origin. */
      upstream: v.optional(origin),
    }),
    {},
  ),
  /** Bytes that a page may take before it can be used, as they are sent. Absent: no limit. */
  pageBudget: v.optional(v.pipe(v.number('must be a number of bytes'), v.integer('must be a whole number'))),
});

export type Environment = v.InferOutput<typeof environmentSchema>;

/** @throws `invalid_input`: the file, each field, and what it must be */
export const parseEnvironment = (input: unknown, what: string): Environment =>
  parseDocument(environmentSchema, input, what);
