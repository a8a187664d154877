/**
 * A notice about the pending deletion of the account, with a link to the account panel, which shows the date and
 * cancels the deletion. On phones the panel is far below.
 */
import { useQuery } from '@tanstack/react-query';
import { Button } from '@slipway/design-system';
import { dashboardQueries } from '../../data/dashboard';
import { t } from './messages';

/** The id of the account panel's place. */
export const ACCOUNT = 'account';

export function PendingDeletion() {
  const { data } = useQuery(dashboardQueries.deletion());
  if (!data) return null;
  return (
    <Button
      size="sm"
      onClick={() => {
        const panel = document.getElementById(ACCOUNT);
        panel?.focus({ preventScroll: true });
        panel?.scrollIntoView({ block: 'end' }); // it is the last setting
      }}
    >
      {t('deletionPending')}
    </Button>
  );
}
