/** One value for the whole page, outside of React, with a hook that follows it. */
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@slipway/state';

export interface PageValue<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after each `set`. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  use(): Value;
}

export function createPageValue<Value>(initial: Value): PageValue<Value> {
  let value = initial;
  const changed = createEmitter();
  const get = () => value;
  return {
    get,
    set(next) {
      value = next;
      changed.emit();
    },
    subscribe: changed.subscribe,
    use: () => useSyncExternalStore(changed.subscribe, get, get),
  };
}
