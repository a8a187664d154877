/** The keys of this installation, generated at the first start and stored in its home folder with mode 600. */
import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { generateApiKey } from '@supabase/lite';

export interface Keys {
  /** Public: identifies the project and grants no access. */
  publishable: string;
  /** Bypasses row-level security. */
  secret: string;
  /** Signs sessions. */
  jwtSecret: string;
  /** Encrypts the API keys of deployments. If it is lost, they can be rotated but not revealed. */
  slipwayKey: string;
}

/** Folders from before deployments existed have no `slipwayKey`. */
type StoredKeys = Omit<Keys, 'slipwayKey'> & Partial<Pick<Keys, 'slipwayKey'>>;

const isKeys = (value: unknown): value is StoredKeys =>
  typeof value === 'object' &&
  value !== null &&
  (['publishable', 'secret', 'jwtSecret'] as const).every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  ) &&
  ['string', 'undefined'].includes(typeof (value as Partial<Keys>).slipwayKey);

function readKeys(path: string): StoredKeys | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AppError('unavailable', `${path} cannot be read. Check its permissions`, { cause });
  }
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    keys = undefined;
  }
  if (isKeys(keys)) return keys;
  throw new AppError(
    'invalid_input',
    `${path} is damaged. Remove it to generate new keys; all users must sign in again`,
  );
}

const newSecret = () => randomBytes(32).toString('base64url');

/** Reads or generates the keys. @throws `invalid_input` for a damaged file, `unavailable` for an unreadable one */
export async function keysOf(home: string): Promise<Keys> {
  const path = join(home, 'keys.json');
  const existing = readKeys(path);
  if (existing?.slipwayKey) return { ...existing, slipwayKey: existing.slipwayKey };

  const keys: Keys = existing
    ? { ...existing, slipwayKey: newSecret() }
    : {
        publishable: (await generateApiKey('publishable')).key,
        secret: (await generateApiKey('secret')).key,
        jwtSecret: newSecret(),
        slipwayKey: newSecret(),
      };
  const draft = join(home, `keys.${randomUUID()}.tmp`);
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  try {
    if (existing) renameSync(draft, path);
    else linkSync(draft, path); // atomic, and never replaces another process's keys
  } finally {
    rmSync(draft, { force: true });
  }
  return keys;
}
