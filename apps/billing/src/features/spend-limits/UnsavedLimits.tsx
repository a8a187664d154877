/**
 * Stops the way to another page, and out of the panel of `parameter`, until the user has discarded what was typed. Rendered only
 * while there is some.
 */
import { Suspense } from 'react';
import { lazyPart, PartLoading, useUnsaved } from '@slipway/platform';

const DiscardLimits = lazyPart(async () => ({ default: (await import('./DiscardLimits')).DiscardLimits }));

export function UnsavedLimits({ parameter }: { parameter?: string | undefined }) {
  const { isPending, stay, leave } = useUnsaved(true, parameter);
  return (
    <Suspense fallback={<PartLoading />}>
      {isPending && <DiscardLimits onConfirm={leave} onClose={stay} />}
    </Suspense>
  );
}
