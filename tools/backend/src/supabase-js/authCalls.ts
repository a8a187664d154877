/** Shared by the calls of the auth service. */
import type { AuthError } from '@supabase/supabase-js';
import { clientOf, PASSWORD } from '../testing/serve';
import type { Fixture } from './fixture';

/** The fields of an auth response that the calls compare. */
export const auth = async (promise: Promise<{ data: unknown; error: AuthError | null }>) => {
  const { data, error } = await promise;
  return { data, status: error?.status ?? 200, code: error?.code };
};

let made = 0;
export const newEmail = () => `call-${String((made += 1))}@example.com`;
export const newClient = ({ served, origin }: Fixture) => clientOf(origin, served.backend.publishableKey);

/** A new session of Carol, whose sessions the calls end. */
export async function anotherSession(at: Fixture) {
  const client = newClient(at);
  const { data, error } = await client.auth.signInWithPassword({ email: at.carol, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

export const codeFor = ({ served }: Fixture, email: string) =>
  /\b\d{6}\b/.exec(served.backend.mailbox.list().find((mail) => mail.to === email)?.text ?? '')?.[0] ?? '';
