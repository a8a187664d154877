/**
 * The keys of a start: those in `keys.json` and in the environment, with the previous keys that still work. An overlap
 * begins with the first start after a rotation, because only then clients receive the new key.
 */
import { keyFor, keyIdOf } from '../accounts/secrets';
import { lockFolder } from '../database/folderLock';
import { type Keys, keysOf, type PreviousKey, writeKeys } from './keys';

/** Held while `keys.json` is changed. */
export const KEYS_LOCK = 'keys.lock';

export interface EncryptionOptions {
  /** `SLIPWAY_KEY`, instead of the key in `keys.json`. */
  slipwayKey?: string | undefined;
  /** `SLIPWAY_KEY_PREVIOUS`, until every row is encrypted with the current key. */
  previousSlipwayKey?: string | undefined;
}

/** The stored keys with those of the environment. */
export function withEnvironment(keys: Keys, { slipwayKey, previousSlipwayKey }: EncryptionOptions): Keys {
  const current = slipwayKey ?? keys.slipwayKey;
  const others = [previousSlipwayKey, keys.slipwayKey].filter((key) => key !== undefined && key !== current);
  const added = others.map((key): PreviousKey => ({ name: 'encryption', key: key ?? '' }));
  return { ...keys, slipwayKey: current, previous: [...added, ...keys.previous] };
}

export const isValid = ({ until }: PreviousKey, now = Date.now()): boolean =>
  until === undefined || Date.parse(until) > now;

/** Without keys whose overlap is over; overlaps that did not begin yet begin now. */
export function beginOverlaps(keys: Keys): Keys {
  const now = Date.now();
  const previous = keys.previous
    .filter((key) => isValid(key, now))
    .map((key): PreviousKey =>
      key.overlap === undefined || key.until !== undefined
        ? key
        : { ...key, until: new Date(now + key.overlap * 1000).toISOString() },
    );
  return { ...keys, previous };
}

/** The keys of this start. @throws `invalid_input`, `unavailable` */
export async function startKeys(home: string, options: EncryptionOptions): Promise<Keys> {
  const stored = await keysOf(home);
  const started = beginOverlaps(stored);
  if (JSON.stringify(started) === JSON.stringify(stored)) return withEnvironment(stored, options);
  let unlock: () => void;
  try {
    unlock = await lockFolder(home, KEYS_LOCK);
  } catch {
    return withEnvironment(started, options); // a rotation runs: a later start stores the ends of the overlaps
  }
  try {
    const current = beginOverlaps(await keysOf(home));
    writeKeys(home, current);
    return withEnvironment(current, options);
  } finally {
    unlock();
  }
}

/** The previous keys of a name that work now. */
export const previousOf = ({ previous }: Keys, name: PreviousKey['name']): string[] =>
  previous.filter((key) => key.name === name && isValid(key)).map(({ key }) => key);

/**
 * Keys for a purpose, derived from the current `jwt` key and the previous ones that still work, the current first. Keys
 * of hashes that outlive tokens are stored under their purpose.
 */
export function derivedKeys(keys: Keys, purpose: 'one-time codes' | 'refresh tokens' | 'addresses') {
  const current = keyFor(keys.jwtSecret, purpose);
  return (): [Buffer, ...Buffer[]] => [
    current,
    ...(purpose === 'addresses'
      ? previousOf(keys, 'addresses').map((key) => Buffer.from(key, 'base64url'))
      : previousOf(keys, 'jwt').map((key) => keyFor(key, purpose))),
  ];
}

/** For the setting `slipway.previous_keys`: JSON, id to key; empty without previous keys. */
export function previousKeysSetting(keys: Keys): string {
  const previous = previousOf(keys, 'encryption');
  return previous.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(previous.map((key) => [keyIdOf(key), key])));
}
