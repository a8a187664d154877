/** The schema of the files in `environments/`: an environment's address, store, backend and rules. They contain no secrets. */
import * as v from 'valibot';
import {
  compositionSchema,
  defaultSite,
  healthSettingsSchema,
  languageTag,
  parseDocument,
  thirdPartiesSchema,
} from '@slipway/contracts';
import { environmentName as name, policySchema, withPolicy } from './policy';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

const origin = v.pipe(
  v.string('must be text'),
  v.regex(/^https?:\/\/[^\s/]+$/, 'must be an origin without a path, such as https://staging.example.com'),
);

/** The role in an older Supabase key (a JWT), or undefined for any other text. */
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
    'is a secret key, and this value is sent to every browser: use the publishable key, and rotate the secret one',
  ),
  v.check(
    (key) => isSecret(key) || isPublishable(key),
    'must be the publishable key, which starts with sb_publishable_',
  ),
);

const entries = compositionSchema.entries;

/** The alternative is `embedded`: the backend inside the local server, which describes it when it starts. */
const backend = v.strictObject({
  url: entries.backend.entries.url,
  publishableKey,
  providers: entries.backend.entries.providers,
  mfa: entries.backend.entries.mfa,
  payments: entries.backend.entries.payments,
});

const embedded = v.literal('embedded', 'must be "embedded", or { "url", "publishableKey" }');

const isObject = (input: unknown) => typeof input === 'object' && input !== null && !Array.isArray(input);

export const environmentSchema = v.strictObject({
  name,
  /** A folder relative to the workspace's root (`$SLIPWAY_HOME` is the local server's), or `s3://bucket/prefix?region=…`. */
  store: text,
  /** The file that pins the root of the store's signed metadata, in this folder; `trust/root.json` by default. */
  root: v.optional(text),
  /** The origin that users open. With `{id}` in it the file is a family of previews, such as `preview/pr-123`. */
  address: origin,
  /** Days after its last deploy until a preview is pruned; 14 by default. */
  keepDays: v.optional(v.pipe(v.number('must be a number of days'), v.minValue(1, 'must be 1 or more'))),
  backend: v.lazy((input): typeof embedded | typeof backend => (isObject(input) ? backend : embedded)),
  /** Texts of the site: `name`, `description`, `owner`, `callUrl`. */
  site: v.optional(v.strictObject(entries.site.wrapped.entries), defaultSite),
  /** The languages of its pages, as tags such as `de`; the first is the default. English without it. */
  languages: v.optional(v.pipe(v.array(languageTag), v.minLength(1, 'must name a language'))),
  /** `false` asks search engines not to list its pages, as for previews and staging. */
  indexed: v.optional(v.boolean('must be true or false')),
  /** Who may change what runs here, with whose approval, and when. Without it, everyone whose key may deploy. */
  policy: v.optional(policySchema),
  allowOverrides: entries.allowOverrides,
  /** Releases that a user may run instead of the deployed ones, in their own browser: `billing@0123456789abcdef`. */
  overrides: v.optional(
    v.array(
      v.pipe(
        v.string('must be text'),
        v.regex(
          /^[a-z][a-z0-9-]{0,38}@[0-9a-f]{16}$/,
          'must be a slice and its whole version, such as billing@0123456789abcdef',
        ),
      ),
    ),
  ),
  /** The local server or a collector judges each canary, and raises it by these steps or aborts it. Without it, `slipway canary` does. */
  canaries: v.optional(
    v.strictObject({
      /** Ascending shares of visitors in percent; the last is 100. */
      steps: v.pipe(
        v.array(v.number('must be a whole number, such as 5')),
        v.check(
          (steps) =>
            steps.at(-1) === 100 &&
            steps.every((step, at) => Number.isInteger(step) && step > (steps[at - 1] ?? 0)),
          'must be ascending whole numbers that end with 100, such as [1, 5, 25, 100]',
        ),
      ),
    }),
  ),
  /** `false` never blocks the context menu and the developer shortcuts of the browser. */
  deterrent: entries.deterrent,
  /** `false` removes the service worker from browsers that have it, at their next visit. */
  serviceWorker: v.optional(v.boolean('must be true or false'), true),
  /** Where pages report their health, and the share of visits that do. Without it, they do not. */
  health: v.optional(healthSettingsSchema),
  /** Slice to values for its configuration, as its manifest describes them; the slice has the defaults. */
  config: entries.config,
  /** Slice to its flags: true or false for everyone, or `{ "percent", "people" }`. */
  flags: entries.flags,
  /** Slice to other origins that its pages may use: `connect` for requests, `img`, `frame`. Without it, none may. */
  thirdParties: v.optional(v.record(entries.environment, thirdPartiesSchema)),
  /** Slices that run in frames of another origin, and only there. Without it, none may (decision 073). */
  sandbox: v.optional(
    v.strictObject({
      /** Serves the frames' documents and nothing else. */
      origin: v.pipe(
        v.string('must be text'),
        v.regex(
          /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+|http:\/\/(?:127\.0\.0\.1|localhost))(?::\d{1,5})?$/,
          'must be a separate https origin, such as https://example-sandbox.net',
        ),
      ),
      slices: v.array(entries.environment),
    }),
  ),
  /** Milliseconds that a page waits for each step of loading a part of a slice: `manifest`, `entry`, `module`, `page`, `slot`. */
  timeLimits: entries.timeLimits,
  /** Settings for the web server configurations that `slipway env hosting` writes. */
  hosting: v.optional(
    v.strictObject({
      /** A port, or an address and a port. */
      listen: v.optional(
        v.pipe(v.string('must be text'), v.regex(/^(?:[\d.]+:)?\d+$/, 'must be a port such as 8080')),
        '8080',
      ),
      /** The store's folder on the server. */
      folder: v.optional(
        v.pipe(
          v.string('must be text'),
          v.regex(/^\/[\w./-]+$/, 'must be an absolute path such as /srv/slipway'),
        ),
        '/srv/slipway',
      ),
      /** The server for `/v1`, and for `/rest` and `/auth` when the backend is on the app's origin. */
      upstream: v.optional(origin),
      /** The collector's origin, if it is not the upstream. */
      collector: v.optional(origin),
    }),
    {},
  ),
  /** Compressed bytes that a page may load before it is usable. No limit by default. */
  pageBudget: v.optional(
    v.pipe(
      v.number('must be a number of bytes'),
      v.integer('must be a whole number'),
      v.minValue(1, 'must be 1 or more'),
    ),
  ),
});

export type Environment = v.InferOutput<typeof environmentSchema>;

/** The message about another type, for fields without a specific one. */
const types: Readonly<Record<string, string>> = {
  ...{ Object: 'must be an object, { … }', Array: 'must be a list, [ … ]' },
  ...{ string: 'must be text', number: 'must be a number', boolean: 'must be true or false' },
};
const typeMessage = ({ message, expected }: v.BaseIssue<unknown>) =>
  (message.startsWith('Invalid type:') && types[expected ?? '']) || message;

/** @throws `invalid_input` naming the file, each wrong field, and what it must be */
export const parseEnvironment = (input: unknown, what: string): Environment =>
  parseDocument(v.config(environmentSchema, { message: typeMessage }), withPolicy(input), what);
