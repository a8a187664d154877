/**
 * Opens the release tools, which load on first use, from the command menu or by a link with `?releases`. Only in
 * environments that list overrides or allow those from developers' machines.
 */
import { Suspense, useEffect, useState } from 'react';
import type { Composition } from '@slipway/contracts';
import { createEmitter } from '@slipway/state';
import { useHost } from '../boot/hostContext';
import { lazyPart } from '../loading/lazyPart';
import { PartLoading } from '../loading/PartLoading';

const ReleaseTools = lazyPart(async () => ({ default: (await import('./forOverrides')).ReleaseTools }));

/** Emitted when the user opens the tools. */
export const toolsRequested = createEmitter();

export const hasOverrides = ({ allowOverrides, overrides }: Composition): boolean =>
  allowOverrides || overrides !== undefined;

/** `composed` is the document's composition. */
export function ReleaseToolsPlace({ composed }: { composed: Composition }) {
  const [isOpen, setOpen] = useState(() => new URLSearchParams(window.location.search).has('releases'));
  useEffect(
    () =>
      toolsRequested.subscribe(() => {
        setOpen(true);
      }),
    [],
  );
  const { rest } = useHost();
  const [isReady, setReady] = useState(rest.isComplete);
  useEffect(() => {
    if (!isOpen) return;
    const show = () => {
      setReady(true); // without the rest, the tools list what the page knows
    };
    rest.load().then(show, show);
  }, [isOpen, rest]);
  const close = () => {
    setOpen(false);
  };
  return (
    isOpen &&
    isReady && (
      <Suspense fallback={<PartLoading />}>
        <ReleaseTools composed={composed} onClose={close} />
      </Suspense>
    )
  );
}
