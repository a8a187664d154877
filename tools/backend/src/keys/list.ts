/** The keys of an installation by name, id and age, without the keys. */
import { keyIdOf } from '../accounts/secrets';
import { fieldOf, type KeyName, keyNames, readKeys } from '../settings/keys';
import { type EncryptionOptions, isValid, withEnvironment } from '../settings/previousKeys';

export interface KnownKey {
  name: KeyName;
  id: string;
  /** ISO-8601 UTC; null for a key from before rotations, or from the environment. */
  since: string | null;
  /** Keys that still work. `until` is null until the server starts, or a rotation of the encryption key is finished. */
  previous: { id: string; until: string | null }[];
}

/** In the order of `keyNames`. @throws `not_found`, `invalid_input`, `unavailable` */
export function listKeys(home: string, options: EncryptionOptions): KnownKey[] {
  const stored = readKeys(home);
  const keys = withEnvironment(stored, options);
  return keyNames.map((name) => ({
    name,
    id: keyIdOf(keys[fieldOf[name]]),
    since: keys[fieldOf[name]] === stored[fieldOf[name]] ? (stored.since[name] ?? null) : null,
    previous: keys.previous
      .filter((key) => key.name === name && isValid(key))
      .map(({ key, until }) => ({ id: keyIdOf(key), until: until ?? null })),
  }));
}
