/** Opens the account panel of the dashboard for a test user. */
import { type Replies, renderPage, signInAs, startBackend, type testUser } from '@slipway/testing';
import AccountPanel from '../slots/AccountPanel';

interface Options {
  /** Whether the backend has two-step verification. */
  mfa?: boolean;
  /** Replies that hold while the user signs in. */
  before?: Replies;
  user?: typeof testUser;
}

export async function openAccount(replies: Replies = {}, { mfa = false, before = {}, user }: Options = {}) {
  const backend = startBackend({ ...(user && { 'GET user': { json: user } }), ...before });
  await signInAs(user);
  backend.requests.length = 0;
  backend.replies = replies;
  return { backend, ...renderPage(<AccountPanel />, '/dashboard', { mfa }) };
}
