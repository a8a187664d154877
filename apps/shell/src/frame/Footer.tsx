/** The end of the landing page. */
import { BottomBar } from '@slipway/design-system/landing';
import { t } from '../messages';

export function Footer() {
  return (
    <BottomBar>
      <span>{t('copyright', { year: String(new Date().getFullYear()), owner: 'Slipway' })}</span>
      <span>{t('ownership')}</span>
    </BottomBar>
  );
}
