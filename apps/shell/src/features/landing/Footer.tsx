/** The footer of the landing page. */
import { BottomBar } from '@slipway/design-system/landing';
import { useSite } from '@slipway/platform';
import { t } from './messages';

export function Footer() {
  const { owner } = useSite();
  return (
    <BottomBar>
      <span>{t('copyright', { year: String(new Date().getFullYear()), owner })}</span>
      <span>{t('ownership')}</span>
    </BottomBar>
  );
}
