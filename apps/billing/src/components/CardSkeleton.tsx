/** A card whose content is on its way. */
import { Card, SkeletonText, VisuallyHidden } from '@slipway/design-system';
import { t } from '../messages';

export function CardWaiting({ lines }: { lines: number }) {
  return (
    <Card aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <SkeletonText lines={lines} />
    </Card>
  );
}
