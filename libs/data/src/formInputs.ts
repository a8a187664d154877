/**
 * The input of closed forms, in the memory of this page. It is never another user's: each change of user begins a new set, to
 * which a form of the user before cannot add. After a session that has expired, the same user finds the set again.
 */
import type { QueryClient } from '@tanstack/react-query';

export interface FormInputs {
  /** By form. */
  closed: Map<string, unknown>;
  /** The user whose session has expired: forms that close now keep what was typed. */
  expired?: string | undefined;
}

const current = new WeakMap<QueryClient, FormInputs>();

/** The current set. A form takes it when it opens. */
export function inputsOf(client: QueryClient): FormInputs {
  const inputs = current.get(client) ?? { closed: new Map() };
  current.set(client, inputs);
  return inputs;
}

/**
 * Deletes what the page has of the user, after a change of user. `user` is the one who is signed in now, or whose session
 * `hasExpired`.
 */
export function forgetUserData(client: QueryClient, user?: string, hasExpired = false): void {
  client.clear();
  const inputs = inputsOf(client);
  if (user !== undefined && (hasExpired || user === inputs.expired))
    inputs.expired = hasExpired ? user : undefined;
  else current.delete(client);
}
