/** Opens the account menu, at the end of the header. */
import type { SignedInUser } from '@slipway/session';
import { t } from '../messages';
import { PanelButton } from './PanelButton';

const load = async () => ({ default: (await import('./menus')).AccountMenu });

// The icon is not the picture: the profile is read when the menu opens, and a picture that changes then is a flash.
export const AccountButton = ({ user }: { user: SignedInUser }) => (
  <PanelButton label={t('accountMenu')} icon="person" load={load} panel={{ user }} />
);
