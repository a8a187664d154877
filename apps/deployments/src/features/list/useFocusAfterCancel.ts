/**
 * A deletion that is canceled: the focus is on the Delete button again. The card may have been away meanwhile, and the dialog
 * gives the focus to what had it then.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Deployment } from '../../data/deployments';
import { t } from '../../messages';

/** Returns the function to call with the deployment whose deletion was canceled. */
export function useFocusAfterCancel(
  container: RefObject<HTMLElement | null>,
  rows: readonly Deployment[] | undefined,
): (deployment: Deployment) => void {
  const canceled = useRef<Deployment>(undefined);
  useLayoutEffect(() => {
    const { current } = canceled;
    if (!current || !rows?.some(({ id }) => id === current.id)) return;
    canceled.current = undefined;
    const label = t('deleteOf', { name: current.name });
    [...(container.current?.querySelectorAll('button') ?? [])]
      .find((each) => each.ariaLabel === label)
      ?.focus();
  }, [container, rows]);
  return (deployment) => {
    canceled.current = deployment;
  };
}
