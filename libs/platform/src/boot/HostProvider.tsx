/** The context of all components. It changes when the page knows the whole composition. */
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { ShellManifest } from '@slipway/contracts';
import { placesOf } from './createHost';
import { type Host, HostContext } from './hostContext';

export function HostProvider({
  first,
  manifest,
  children,
}: {
  first: Host;
  manifest: ShellManifest;
  children: ReactNode;
}) {
  const { rest, composition } = first;
  const isComplete = useSyncExternalStore(rest.subscribe, rest.isComplete);
  const host = useMemo(
    () => ({ ...first, ...placesOf(manifest, composition, isComplete) }),
    [first, manifest, composition, isComplete],
  );
  return <HostContext value={host}>{children}</HostContext>;
}
