/** Says that the browser is offline. Parts and requests that failed for that reason resume by themselves. */
import { PinnedNotice } from '@slipway/design-system';
import { useIsOnline } from '@slipway/platform';
import { t } from '../messages';

export function OfflineBar() {
  return useIsOnline() ? null : <PinnedNotice label={t('connection')}>{t('offline')}</PinnedNotice>;
}
