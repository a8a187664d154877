/** The messages of the user's plan are used up: a deployment of the agent would be rejected. Nothing otherwise. */
import { LinkButton, Notice } from '@slipway/design-system';
import { formats, useHasRoute } from '@slipway/platform';
import type { MessageQuota } from '../../data/messageQuota';
import { t } from './messages';

/** `quota` is null or undefined when it is unknown. */
export function UsedUpPlan({ quota }: { quota: MessageQuota | null | undefined }) {
  const hasRoute = useHasRoute();
  if (!quota || quota.quota === null || quota.used < quota.quota) return null;
  return (
    <Notice
      tone="warning"
      action={
        hasRoute('/billing') && (
          <LinkButton size="sm" href="/billing">
            {t('seePlans')}
          </LinkButton>
        )
      }
    >
      {t('quotaReached', {
        plan: quota.plan_name,
        // On one line.
        day: formats.utcDate(quota.period_end).replaceAll(' ', '\u00a0'),
      })}
    </Notice>
  );
}
