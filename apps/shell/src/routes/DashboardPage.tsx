/** `/dashboard`: the account and the agents of the signed-in user. */
import { useSession } from '@slipway/session';
import { AuthStatusCard, factsOf } from '../features/dashboard/AuthStatusCard';
import { Dashboard } from '../features/dashboard/Dashboard';

export default function DashboardPage() {
  const session = useSession();
  // The route's guard asks the visitor to sign in.
  if (session.status !== 'signed-in') return null;
  return <Dashboard status={<AuthStatusCard facts={factsOf(session.user)} />} />;
}
