import { useSyncExternalStore } from 'react';
import { useHost } from '../../boot/hostContext';
import { isDevtoolsGuardAvailable } from './isDevtoolsGuardAvailable';
import { devtoolsGuardPreference } from './preference';

/** The user's switch for the deterrent. */
export interface DevtoolsGuard {
  /** Whether the context menu and the developer shortcuts are blocked for this user. */
  isOn: boolean;
  set(isOn: boolean): void;
}

/** The user's switch, or undefined if the environment has no deterrent. */
export function useDevtoolsGuard(): DevtoolsGuard | undefined {
  const { composition } = useHost();
  const isOn = useSyncExternalStore(devtoolsGuardPreference.subscribe, devtoolsGuardPreference.get);
  return isDevtoolsGuardAvailable(composition) ? { isOn, set: devtoolsGuardPreference.set } : undefined;
}
