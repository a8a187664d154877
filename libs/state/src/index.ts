/** Building blocks for page-wide state: listeners, and values in web storage. It keeps no state and has no dependencies. */
export { createEmitter, createKeepingEmitter, type Emitter } from './emitter';
export { createStoredValue, json, type StoredFormat, type StoredValue } from './storedValue';
