/** Whether the server answers the requests of this session: it rejects them while the second factor is due. */
import { useSession } from '@slipway/session';

export function useMayRead(): boolean {
  const session = useSession();
  return session.status !== 'signed-in' || session.user.dueFactor === undefined;
}
