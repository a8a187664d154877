/** Where the alerts of an environment go. A file beside the keys: the path of a webhook is its password. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, parseDocument } from '@slipway/contracts';
import { isAddressRange } from '@slipway/server/egress';
import * as v from 'valibot';
import { isWebhookUrl } from './webhook';

const receiver = v.strictObject({
  /** Slack's format, for Slack and servers that read it. */
  slack: v.optional(v.string('must be an address')),
  /** JSON with every field of the alert. */
  json: v.optional(v.string('must be an address')),
});

const settingsSchema = v.strictObject({
  /** Signs the bodies. */
  secret: v.pipe(v.string('must be text'), v.minLength(32, 'must have 32 characters or more')),
  /** Webhooks by owner of slices, as in the manifests; `*` for all other owners. */
  owners: v.record(v.string(), receiver),
  /** Private addresses that webhooks may have: IP addresses or CIDR. */
  allow: v.optional(
    v.array(v.pipe(v.string(), v.check(isAddressRange, 'must be an IP address or CIDR, such as 10.0.0.0/8'))),
    [],
  ),
});

export type AlertSettings = v.InferOutput<typeof settingsSchema>;

/** @throws `not_found` with an example, `invalid_input`, `forbidden` when this user may not read the file, or others may */
export function readAlertSettings(path: string): AlertSettings {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new AppError(
        'not_found',
        `${path} does not exist: write {"secret": "<32 characters>", "owners": {"*": {"slack": "https://hooks.slack.com/services/…"}}} to it`,
        { cause },
      );
    throw new AppError('forbidden', `${path} cannot be read: give this user permission to read it`, {
      cause,
    });
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new AppError('forbidden', `${path} contains secrets, and others may read it: chmod 600 ${path}`);
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', `${path} is not valid JSON`, { cause });
  }
  const settings = parseDocument(settingsSchema, input, path);
  for (const [owner, receivers] of Object.entries(settings.owners))
    for (const format of ['slack', 'json'] as const) {
      const url = receivers[format];
      if (url === undefined || isWebhookUrl(url, settings.allow)) continue;
      // Not the address itself: its path is a password.
      throw new AppError(
        'invalid_input',
        `${path}: owners: ${owner}: ${format}: must start with https:// and have no password; a private address needs an entry in "allow", and may have http:// then`,
      );
    }
  return settings;
}

/** The files of an environment's alerts: the settings, and the alerts that are open or still to be sent. */
export const alertFiles = (home: string, environment: string) => ({
  settings: join(home, 'alerts', `${environment}.json`),
  outbox: join(home, 'alerts', `${environment}.outbox.json`),
});
