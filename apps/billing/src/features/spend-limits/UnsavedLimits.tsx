/**
 * Blocks navigation, and closing the panel of `parameter`, until the user has discarded unsaved limits. Render it only while
 * there are some.
 */
import { Suspense } from 'react';
import { lazyPart, PartLoading, useUnsaved } from '@slipway/platform';

const DiscardLimits = lazyPart(async () => ({
  default: (await import('@slipway/design-system/overlays')).DiscardDialog,
}));

export function UnsavedLimits({ parameter }: { parameter?: string | undefined }) {
  const { isPending, stay, leave } = useUnsaved(true, parameter);
  return (
    <Suspense fallback={<PartLoading />}>
      {isPending && <DiscardLimits onConfirm={leave} onClose={stay} />}
    </Suspense>
  );
}
