/** Opens the account panel of the dashboard for a test user. */
import {
  Reauthenticates,
  type Replies,
  renderPage,
  signInAs,
  startBackend,
  type testUser,
} from '@slipway/testing';
import AccountPanel from '../slots/AccountPanel';

interface Options {
  /** Whether the backend has two-step verification. */
  mfa?: boolean;
  /** Replies that hold while the user signs in. */
  before?: Replies;
  user?: typeof testUser;
  aal?: 'aal1' | 'aal2';
  /** Whether the user signs in again when asked to. */
  reauthenticates?: () => boolean;
}

export async function openAccount(
  replies: Replies = {},
  { mfa = false, before = {}, user, aal, reauthenticates = () => true }: Options = {},
) {
  const backend = startBackend({ ...(user && { 'GET user': { json: user } }), ...before });
  await signInAs(user, aal);
  backend.requests.length = 0;
  backend.replies = replies;
  const page = (
    <>
      <AccountPanel />
      <Reauthenticates answer={reauthenticates} />
    </>
  );
  return { backend, ...renderPage(page, '/dashboard', { mfa }) };
}
