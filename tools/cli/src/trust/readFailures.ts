/** Why revisions are not verified, as text, so that a command can list several. */
import { isAppError } from '@slipway/contracts';
import { pastFailures } from '../policy/chain';
import { pastOf } from '../policy/past';
import { freshState } from './deploying';
import type { Trust } from './open';
import { statementKey } from './paths';
import type { Statement } from './statements';

/** The message of an error about the content of files. @throws all others, such as an unreachable store */
async function reasonOf(verify: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await verify();
  } catch (error) {
    if (isAppError(error) && ['slice_untrusted', 'not_found', 'invalid_input'].includes(error.code))
      return error.message;
    throw error;
  }
}

/** By the checks that promote, rollback and doctor make. */
export const currentFailure = (trust: Trust, environment: string): Promise<string | undefined> =>
  reasonOf(async () => {
    await freshState(trust, environment);
    return undefined;
  });

/** A revision of the history: keys that were registered at any time count, and its releases may be pruned. */
export const revisionFailure = (
  trust: Trust,
  environment: string,
  revision: number,
  read: () => Promise<Statement | undefined>,
): Promise<string | undefined> =>
  reasonOf(async () => {
    const what = `Revision ${String(revision)} of ${environment}`;
    const statement = await read();
    if (!statement) return `${what} is not signed: ${statementKey(environment, revision)} is missing`;
    if (statement.signers.length === 0) return `${what} is not signed by a key that was ever registered`;
    const past = await pastOf(trust.store, environment, statement);
    const failures = await pastFailures(trust, environment, past);
    return failures.length === 0 ? undefined : `${what} does not meet the policy: ${failures.join('; ')}`;
  });
