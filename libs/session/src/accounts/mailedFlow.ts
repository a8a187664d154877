/**
 * The address to which this browser last requested a link, by sign-up, recovery or a change of address. A link with
 * tokens signs in without confirmation only for that address. The auth client's PKCE verifier does not record the
 * address, and the client deletes it when a repeated request is rejected.
 */
import { createStoredValue, json } from '@slipway/state';
import { hashOf } from '../security/hash';

interface MailedFlow {
  /** The hash of the address, which is not stored itself. */
  hash: string;
  /** When the flow began, in milliseconds since 1970. */
  begun: number;
}

/** Milliseconds. The auth service accepts a link for an hour. */
const LIFETIME = 3_600_000;

const isMailedFlow = (value: unknown): value is MailedFlow =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as MailedFlow).hash === 'string' &&
  typeof (value as MailedFlow).begun === 'number';

const stored = createStoredValue(
  () => localStorage,
  'requested_link',
  json((value): MailedFlow | undefined => (isMailedFlow(value) ? value : undefined)),
);

const hashOfAddress = (email: string) => hashOf(`link ${email.trim().toLowerCase()}`);

export async function beginMailedFlow(email: string): Promise<void> {
  stored.set({ hash: await hashOfAddress(email), begun: Date.now() });
}

/** Whether this browser requested the link to the account with this address. Ends the flow if it did. */
export async function takeMailedFlow(email: string): Promise<boolean> {
  const flow = stored.get();
  const isFlow =
    flow !== undefined && Date.now() - flow.begun < LIFETIME && flow.hash === (await hashOfAddress(email));
  if (isFlow) endMailedFlow();
  return isFlow;
}

export function endMailedFlow(): void {
  stored.remove();
}
