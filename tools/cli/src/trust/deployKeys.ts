/** The keys that sign revisions: of deploys, and of the orders that only end canaries. */
import { enderPath } from '../policy/paths';
import { roleOf, type TrustChain } from './chain';
import type { Role } from './document';
import { statementPath } from './paths';
import { usableKeys } from './releases';
import type { Signer } from './signer';

/** The keys that may sign a revision of the environment. @throws `forbidden` when the signer has none */
export const deployKeys = (chain: TrustChain, signer: Signer, environment: string): readonly string[] =>
  usableKeys(chain, signer, statementPath(environment, 1), {
    what: `a revision of ${environment}`,
    command: `slipway trust add <public key> --name <owner> --env ${environment}`,
  });

/** The role by which the signer signs an order: that of deploys, if its keys suffice. @throws `forbidden` when it has none */
export function orderRole(chain: TrustChain, signer: Signer, environment: string): Role | undefined {
  const [deploys, enders] = [statementPath(environment, 1), enderPath(environment, 1)].map((path) =>
    roleOf(chain, path),
  );
  const canAlone = (role: Role | undefined) =>
    role !== undefined &&
    signer.keyIds.filter((keyId) => role.keyIds.includes(keyId)).length >= role.threshold;
  if (canAlone(deploys)) return deploys;
  if (canAlone(enders)) return enders;
  deployKeys(chain, signer, environment); // says which key is missing
  return deploys;
}

/** The keys by which this signer may end canaries. @throws `forbidden` when it has none */
export const orderKeys = (chain: TrustChain, signer: Signer, environment: string): readonly string[] =>
  orderRole(chain, signer, environment)?.keyIds ?? [];
