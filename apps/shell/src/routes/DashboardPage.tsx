/** `/dashboard`: the account and the agents of the signed-in user. */
import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '@slipway/session';
import { startQueries } from '../data/dashboard';
import { AuthStatusCard, factsOf } from '../features/dashboard/AuthStatusCard';
import { Dashboard } from '../features/dashboard/Dashboard';

/** Before the page is rendered. Resolves when the data is there, or has failed. */
export async function startData({ queryClient }: { queryClient: QueryClient }): Promise<void> {
  await Promise.all(startQueries(queryClient));
}

export default function DashboardPage() {
  const session = useSession();
  // The route's guard asks the visitor to sign in.
  if (session.status !== 'signed-in') return null;
  return <Dashboard status={<AuthStatusCard facts={factsOf(session.user)} />} />;
}
