/** A card whose content is loading. */
import { Card, SkeletonText, VisuallyHidden } from '@slipway/design-system';
import { t } from '../messages';

export function CardSkeleton({ lines }: { lines: number }) {
  return (
    <Card aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <SkeletonText lines={lines} />
    </Card>
  );
}
