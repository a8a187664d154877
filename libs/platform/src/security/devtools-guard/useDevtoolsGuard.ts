import { useSyncExternalStore } from 'react';
import { useHost } from '../../boot/hostContext';
import { offersDeterrent } from './offersDevtoolsGuard';
import { isDeterred, onDeterredChange, setDeterred } from './preference';

export interface Deterrent {
  /** Whether the context menu and the developer shortcuts are held back for this person. */
  isOn: boolean;
  set(isOn: boolean): void;
}

/** The person's switch, or undefined where nothing is held back from anyone. */
export function useDeterrent(): Deterrent | undefined {
  const { composition } = useHost();
  const isOn = useSyncExternalStore(onDeterredChange, isDeterred);
  return offersDeterrent(composition) ? { isOn, set: setDeterred } : undefined;
}
