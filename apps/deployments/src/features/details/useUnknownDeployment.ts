/** Reports a link to a deployment that has been deleted, here or in another tab, and closes its details. */
import { useEffect } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import type { DialogParam } from '@slipway/platform';
import type { Deployment } from '../../data/deployments';
import { t } from '../../messages';

export function useUnknownDeployment(
  { value, close }: Pick<DialogParam, 'value' | 'close'>,
  { data, refetch }: Pick<UseQueryResult<Deployment[]>, 'data' | 'refetch'>,
): void {
  const isMissing = value !== null && data !== undefined && !data.some(({ id }) => id === value);
  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    const check = async () => {
      // The list may be older than the link.
      const read = await refetch({ cancelRefetch: false });
      if (!isCurrent || !read.isSuccess || read.data.some(({ id }) => id === value)) return;
      toast.info(t('deploymentUnknown'), { id: 'deployment-unknown' });
      close();
    };
    void check();
    return () => {
      isCurrent = false;
    };
  }, [isMissing, value, refetch, close]);
}
