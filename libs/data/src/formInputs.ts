/**
 * Unsaved input of closed forms, in the memory of this page. Each change of user starts an empty set, and open forms
 * cannot add input of the previous user to it. If a session expires and the same user signs in again, the set is kept.
 */
import type { QueryClient } from '@tanstack/react-query';

export interface FormInputs {
  /** By the `owner` of the form. */
  closed: Map<string, unknown>;
  /** The user whose session has expired: forms that close now add their unsaved input. */
  expired?: string | undefined;
}

const current = new WeakMap<QueryClient, FormInputs>();

/** The current set. A form gets it when it opens. */
export function inputsOf(client: QueryClient): FormInputs {
  const inputs = current.get(client) ?? { closed: new Map() };
  current.set(client, inputs);
  return inputs;
}

/**
 * Clears the page's data of the previous user. `user` is the id of the user who is signed in now, or whose session
 * `hasExpired`.
 */
export function forgetUserData(client: QueryClient, user?: string, hasExpired = false): void {
  client.clear();
  const inputs = inputsOf(client);
  if (user !== undefined && (hasExpired || user === inputs.expired))
    inputs.expired = hasExpired ? user : undefined;
  else current.delete(client);
}
