/** A store in memory, for tests of code that only reads and writes keys. */
import { AppError } from '@slipway/contracts';
import type { Store } from '../store/store';

export function memoryStore(address = 'memory'): Store & { keys: Map<string, Buffer> } {
  const keys = new Map<string, Buffer>();
  const below = (folder: string) => [...keys].filter(([key]) => key.startsWith(`${folder}/`));
  const conflict = (key: string) => new AppError('conflict', `${key} conflicts`);
  return {
    keys,
    address,
    now: () => Promise.resolve(Date.now()),
    get: (key) => Promise.resolve(keys.get(key)),
    create(key, bytes, { isClaim } = {}) {
      const stored = keys.get(key);
      if (stored && (isClaim || !stored.equals(bytes))) return Promise.reject(conflict(key));
      keys.set(key, Buffer.from(bytes));
      return Promise.resolve();
    },
    copy(from, to, accepts) {
      const bytes = keys.get(from);
      if (!bytes || !accepts(bytes)) return Promise.resolve(undefined);
      keys.set(to, bytes);
      return Promise.resolve(bytes);
    },
    swap(key, from, to) {
      if (keys.get(key)?.toString() !== from) return Promise.reject(conflict(key));
      keys.set(key, Buffer.from(to));
      return Promise.resolve();
    },
    list: (folder) =>
      Promise.resolve([
        ...new Set(below(folder).map(([key]) => key.slice(folder.length + 1).split('/')[0] ?? '')),
      ]),
    sizes: (folder) => Promise.resolve(new Map(below(folder).map(([key, bytes]) => [key, bytes.length]))),
    removeLeftovers: () => Promise.resolve(),
    remove(key) {
      for (const name of [key, ...below(key).map(([name]) => name)]) keys.delete(name);
      return Promise.resolve();
    },
  };
}
