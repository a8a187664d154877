/**
 * Returns the focus to the Delete button when a deletion is canceled. The card may have been hidden when the dialog
 * opened, and the dialog returns the focus to the element that had it then.
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
