/** The plan allows no other agent: the reason, and the way to a larger plan. */
import { LinkButton, Notice } from '@slipway/design-system';
import { t } from '../messages';

export function PlanLimitNotice() {
  return (
    <Notice
      tone="warning"
      action={
        <LinkButton size="sm" href="/billing">
          {t('seePlans')}
        </LinkButton>
      }
    >
      {t('planLimit')}
    </Notice>
  );
}
