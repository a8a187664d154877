import { statuses } from '../data/status';
import { t } from '../messages';

/** The name of a status. One that this release does not know is shown as stored. */
export function statusName(status: string): string {
  const known = statuses.find((each) => each === status);
  return known ? t(`status-${known}`) : status;
}
