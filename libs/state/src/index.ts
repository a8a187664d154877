/** Building blocks for page-wide state: listeners, and values in web storage. It keeps no state and has no dependencies. */
export { createBufferedEmitter, createEmitter, type Emitter } from './emitter';
export { createStoredValue, json, type StoredFormat, type StoredValue } from './storedValue';

/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `createBufferedEmitter`. */
  createBufferedEmitter as createKeepingEmitter,
} from './emitter';
