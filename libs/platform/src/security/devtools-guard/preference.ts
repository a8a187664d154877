/** Whether this person wants the deterrent. Source: `slipway-deterrent` in local storage: `off`, or absent. */

const KEY = 'slipway-deterrent';

/** The choice of this page alone, where storage is full or forbidden. */
let isOff: boolean | undefined;
const listeners = new Set<() => void>();

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
};

/** True until the person says otherwise. */
export const isDeterred = (): boolean => !(isOff ?? stored());

/** Takes effect at once, and is remembered where the browser allows that. */
export function setDeterred(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    isOff = undefined;
  } catch {
    isOff = !isOn;
  }
  for (const listener of listeners) listener();
}

/** A choice made in another tab. */
function handleStorage({ key }: StorageEvent): void {
  // Null: all of the storage was cleared.
  if (key !== KEY && key !== null) return;
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change. Returns the function that ends it. */
export function onDeterredChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', handleStorage);
  };
}
