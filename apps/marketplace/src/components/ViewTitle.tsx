/** The title of the document while an agent or a creator is shown, in place of the page's. React puts the newest title first. */
import { useSite } from '@slipway/platform';

export const ViewTitle = ({ name }: { name: string }) => <title>{`${name} · ${useSite().name}`}</title>;
