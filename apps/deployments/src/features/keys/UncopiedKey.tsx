/** The key that could not be copied, until the user has it. */
import { Suspense } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazyPart, PartLoading } from '@slipway/platform';
import { uncopiedKey } from '../../data/uncopiedKey';

const UncopiedKeyDialog = lazyPart(async () => ({
  default: (await import('./UncopiedKeyDialog')).UncopiedKeyDialog,
}));

export function UncopiedKey() {
  const queryClient = useQueryClient();
  const { data } = useQuery(uncopiedKey);
  return (
    // A separate boundary: the details below stay on screen while the dialog loads.
    <Suspense fallback={<PartLoading />}>
      {data && (
        <UncopiedKeyDialog
          {...data}
          onDone={() => {
            queryClient.setQueryData(uncopiedKey.queryKey, null);
          }}
        />
      )}
    </Suspense>
  );
}
