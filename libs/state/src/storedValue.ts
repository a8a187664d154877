/**
 * A value in local or session storage. It is validated when read, follows changes in other tabs, and lasts as long as
 * the page where the browser blocks storage or has no space left.
 */
import { createEmitter } from './emitter';

/** How a value is written as text. */
export interface StoredFormat<Value> {
  /** `text` is null when nothing is stored. It may be anything: other code and earlier versions write here too. */
  read(text: string | null): Value;
  /** Null removes the entry. */
  write(value: Value): string | null;
}

export interface StoredValue<Value> {
  /** The same object until the stored text changes. */
  get(): Value;
  /** Returns false when the browser could not store the value: then only this page has it. */
  set(value: Value): boolean;
  /** Deletes the entry, so that `get` returns the default of the format. */
  remove(): void;
  /** Calls `listener` after each change, in this tab or, for local storage, in another. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** JSON. `validate` receives `undefined` when nothing is stored or the text is not JSON; it must always return a value. */
export const json = <Value>(validate: (stored: unknown) => Value): StoredFormat<Value> => ({
  read(text) {
    try {
      return validate(JSON.parse(text ?? 'null') ?? undefined);
    } catch {
      return validate(undefined);
    }
  },
  write: (value) => JSON.stringify(value),
});

/** `storage` is a function because reading `window.localStorage` itself throws where storage is blocked. */
export function createStoredValue<Value>(
  storage: () => Storage,
  key: string,
  format: StoredFormat<Value>,
): StoredValue<Value> {
  /** Used instead of the storage after a failed write. */
  let unsaved: { text: string | null } | undefined;
  let latest: { text: string | null; value: Value } | undefined;

  const readText = (): string | null => {
    if (unsaved) return unsaved.text;
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };

  const writeText = (text: string | null): boolean => {
    try {
      if (text === null) storage().removeItem(key);
      else storage().setItem(key, text);
      unsaved = undefined;
    } catch {
      unsaved = { text };
    }
    changed.emit();
    return unsaved === undefined;
  };

  const changed = createEmitter(() => {
    const handleStorage = (event: StorageEvent) => {
      // The key is null when all of the storage was cleared.
      if (event.key === key || event.key === null) changed.emit();
    };
    window.addEventListener('storage', handleStorage);
    return () => {
      window.removeEventListener('storage', handleStorage);
    };
  });

  return {
    get() {
      const text = readText();
      if (latest?.text !== text) latest = undefined;
      latest ??= { text, value: format.read(text) };
      return latest.value;
    },
    set: (value) => writeText(format.write(value)),
    remove() {
      writeText(null);
    },
    subscribe: changed.subscribe,
  };
}
