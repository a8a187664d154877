/**
 * The keys of this installation, generated at the first start and stored in its home folder with mode 600: the current
 * one of each name, and the previous ones that still work after a rotation (`keys/rotate.ts`).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { generateApiKey } from '@supabase/lite';

/** The names in `slipway keys rotate`. */
export const keyNames = ['jwt', 'publishable', 'secret', 'encryption'] as const;
export type KeyName = (typeof keyNames)[number];

export interface PreviousKey {
  /** `addresses` is derived from a previous `jwt` key: stored hashes of addresses outlive tokens. */
  name: KeyName | 'addresses';
  key: string;
  /** Seconds that it works, from the next start on. None: until every row is encrypted with the current key. */
  overlap?: number;
  /** ISO-8601 UTC; set by the first start after the rotation. */
  until?: string;
}

export interface Keys {
  /** Public: identifies the project and grants no access. */
  publishable: string;
  /** Bypasses row-level security. */
  secret: string;
  /** Signs sessions. */
  jwtSecret: string;
  /** Encrypts the API keys of deployments. If it is lost, they can be rotated but not revealed. */
  slipwayKey: string;
  /** When each key was generated, ISO-8601 UTC; none for keys from before rotations. */
  since: Partial<Record<KeyName, string>>;
  /** Newest first. */
  previous: PreviousKey[];
}

/** Where each key is in `Keys`. */
export const fieldOf = {
  jwt: 'jwtSecret',
  publishable: 'publishable',
  secret: 'secret',
  encryption: 'slipwayKey',
} as const satisfies Record<KeyName, keyof Keys>;

/** Folders from before deployments existed have no `slipwayKey`, those from before rotations no lists. */
type StoredKeys = Pick<Keys, 'publishable' | 'secret' | 'jwtSecret'> & Partial<Keys>;

const isKeys = (value: unknown): value is StoredKeys => {
  if (typeof value !== 'object' || value === null) return false;
  const { publishable, secret, jwtSecret, slipwayKey = '', previous = [] } = value as Partial<Keys>;
  return (
    [publishable, secret, jwtSecret, slipwayKey].every((key) => typeof key === 'string') &&
    Array.isArray(previous) &&
    previous.every(({ name, key }) => typeof name === 'string' && typeof key === 'string')
  );
};

const pathOf = (home: string) => join(home, 'keys.json');

function readStored(path: string): StoredKeys | undefined {
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
    `${path} is damaged. Restore it from a backup, or remove it to generate new keys: all users must then sign in again, and stored API keys cannot be revealed`,
  );
}

/** The stored keys. @throws `not_found` before the first start, `invalid_input`, `unavailable` */
export function readKeys(home: string): Keys {
  const stored = readStored(pathOf(home));
  if (!stored?.slipwayKey) {
    throw new AppError(
      'not_found',
      `${pathOf(home)} has no keys: start the server with npm start, or set SLIPWAY_HOME to the folder of another one`,
    );
  }
  return { since: {}, previous: [], ...stored, slipwayKey: stored.slipwayKey };
}

/** Writes the bytes to the disk: a key must not be lost after data depends on it. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function place(home: string, keys: Keys, put: (draft: string, path: string) => void): void {
  const draft = join(home, `keys.${randomUUID()}.tmp`);
  try {
    writeDurably(draft, `${JSON.stringify(keys, null, 2)}\n`);
    put(draft, pathOf(home));
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(home, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Replaces the stored keys, at once or not at all. */
export const writeKeys = (home: string, keys: Keys): void => {
  place(home, keys, renameSync);
};

export const newKey = async (name: KeyName): Promise<string> =>
  name === 'publishable' || name === 'secret'
    ? (await generateApiKey(name)).key
    : randomBytes(32).toString('base64url');

/** Reads or generates the keys. @throws `invalid_input` for a damaged file, `unavailable` for an unreadable one */
export async function keysOf(home: string): Promise<Keys> {
  const existing = readStored(pathOf(home));
  if (existing?.slipwayKey) return readKeys(home);

  const now = new Date().toISOString();
  const keys: Keys = {
    publishable: existing?.publishable ?? (await newKey('publishable')),
    secret: existing?.secret ?? (await newKey('secret')),
    jwtSecret: existing?.jwtSecret ?? (await newKey('jwt')),
    slipwayKey: await newKey('encryption'),
    since: existing
      ? { ...existing.since, encryption: now }
      : Object.fromEntries(keyNames.map((name) => [name, now])),
    previous: existing?.previous ?? [],
  };
  // Linking never replaces another process's keys.
  place(home, keys, existing ? renameSync : linkSync);
  return keys;
}
