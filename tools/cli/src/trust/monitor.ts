/**
 * Verifies over HTTP what an environment serves: from a pinned root over the signed metadata to every byte of documents
 * and releases, in each encoding. It trusts neither the store nor the server.
 */
import type { Metadata, Root } from '@tufjs/models';
import pLimit from 'p-limit';
import {
  type Composition,
  isAppError,
  parseComposition,
  parseRelease,
  type Release,
} from '@slipway/contracts';
import { describedReleases } from '../composition/fallback';
import { type ReleaseRef, releasesIn } from '../composition/selection';
import { enderPath } from '../policy/paths';
import { revisionBase } from '../store/keys';
import { storedName } from '../store/packedStore';
import { latestRoot, type TrustChain, verifyDelegated, verifyTargets } from './chain';
import { parseSigned, untrusted } from './document';
import { sha256 } from './keys';
import { compareDeltas } from './monitoredDeltas';
import { noNames } from './names';
import { PROOF, statementPath } from './paths';
import type { Pins } from './pins';
import { parseProof, type Proof, rootsOf } from './proof';
import { verifyReleaseDocument } from './releases';
import { compareAll, expectedResponses, type Get, getFrom } from './servedBytes';
import { fetchSigned } from './signedFiles';
import { verifyOrders } from './servedOrders';
import { parseStatement, type Statement } from './statements';
import { freshUntil, rejectOlder, verifyTimestamp } from './timestamps';

export interface MonitorRequest {
  /** The origin that users open. */
  address: string;
  environment: string;
  root: Metadata<Root>;
  /** The state that earlier runs have seen; without it a rollback to a state that has not expired is not noticed. */
  pins: Pins | undefined;
  now: Date;
}

export interface MonitorReport {
  revision: number;
  /** Responses that were compared. */
  responses: number;
  /** One line for each difference, with its path. */
  differences: string[];
}

/** Requests of signed descriptions at a time. */
const CONCURRENCY = 6;

/** Each release of the composition, as its team signed it. @throws `slice_untrusted` */
async function signedReleases(
  get: Get,
  chain: TrustChain,
  composition: Composition,
  proof: Proof,
  differences: string[],
): Promise<Release[]> {
  const one = async ({ id, version }: ReleaseRef): Promise<Release[]> => {
    const found = proof.releases.find((release) => release.id === id && release.version === version);
    if (!found) {
      differences.push(`/${PROOF} has no signature for ${id} ${version}`);
      return [];
    }
    try {
      const texts = 'hash' in found ? await fetchSigned(get, found) : found;
      const description = Buffer.from(texts.description);
      verifyReleaseDocument(chain, { id, version, description }, Buffer.from(texts.signed));
      const release = parseRelease(JSON.parse(texts.description), `/${PROOF}: ${id}`);
      const slice = composition.slices[id];
      const listed = [slice, slice?.canary?.release].find((one) => one?.version === version)?.files ?? {};
      for (const [path, integrity] of Object.entries(listed)) {
        if (release.files[path]?.integrity !== integrity)
          differences.push(
            `/slipway.json lists another hash for ${path} of ${id} ${version} than its release`,
          );
      }
      return [release];
    } catch (error) {
      if (!isAppError(error)) throw error;
      differences.push(error.message);
      return [];
    }
  };
  const limit = pLimit(CONCURRENCY);
  const references = [...releasesIn(composition), ...describedReleases(composition)];
  return (await Promise.all(references.map((reference) => limit(() => one(reference))))).flat();
}

/** @throws `slice_untrusted` when the metadata itself cannot be verified */
async function verifiedMetadata(proof: Proof, { environment, root: pinned, pins, now }: MonitorRequest) {
  const root = await latestRoot(rootsOf(proof), pinned);
  const chain = { root, targets: verifyTargets(root, Buffer.from(proof.targets)), names: noNames() };
  pins?.sawChain(root, chain.targets.signed.version);
  const revision = parseSigned('targets', Buffer.from(proof.statement), `The statement in /${PROOF}`).signed
    .version;
  const { document, facts } = parseStatement(Buffer.from(proof.statement), environment, revision);
  const what = `Revision ${String(revision)} of ${environment}`;
  const text = { what, advice: 'it is not what was approved' };
  const { replaced: [order] = [] } = proof;
  const path = order ? enderPath(environment, revision) : statementPath(environment, revision);
  const signers = verifyDelegated(chain, path, document, text);
  const statement: Statement = { document, facts, signers };
  const fresh = proof.timestamp
    ? verifyTimestamp(chain, environment, Buffer.from(proof.timestamp))
    : undefined;
  if (fresh) rejectOlder(chain, environment, fresh, statement);
  const seen = pins?.seen(environment);
  if (seen && revision < seen.revision && facts.createdAt <= seen.createdAt) {
    throw untrusted(
      `${environment} serves revision ${String(revision)}, and an earlier run has seen ${String(seen.revision)}`,
    );
  }
  pins?.saw(environment, { revision, createdAt: facts.createdAt, timestamp: fresh?.version ?? 0 });
  const expiries = [
    ['The root', root.signed.expires],
    ['The targets', chain.targets.signed.expires],
    [what, document.signed.expires],
    [`The timestamp of ${environment}`, freshUntil(fresh, statement)],
  ] as const;
  const expired = expiries
    .filter(([, at]) => new Date(at) <= now)
    .map(([name, at]) => `${name} expired at ${at}`);
  return { chain, statement, revision, expired };
}

/** Everything else is found through the composition, so this difference is the only one, and says what to do. */
const alteredComposition = (status: number, key: string, environment: string, revision: number): string =>
  [
    `/slipway.json is not the composition of revision ${String(revision)} as it was signed${status === 200 ? '' : `: it responds with status ${String(status)}`}.`,
    'It decides which releases browsers load, so they may run others. Nothing else was compared.',
    `Remove an older copy from caches, or restore ${storedName(key)} in the store from a backup, or roll back everything to a signed revision: slipway rollback --env ${environment} --to <revision>. Then find out who wrote to the store`,
  ].join(' ');

/** @throws `slice_untrusted` when the metadata cannot be verified, `unavailable` when nothing responds */
export async function monitor(request: MonitorRequest): Promise<MonitorReport> {
  const get = getFrom(request.address);
  const served = await get(`/${PROOF}`);
  if (served.status !== 200) {
    throw untrusted(
      `${request.address}/${PROOF} responds with status ${String(served.status)}: deploy, or run slipway trust renew, and configure the web server with slipway env hosting`,
    );
  }
  const proof = parseProof(served.bytes.toString(), `${request.address}/${PROOF}`);
  const { chain, statement, revision, expired } = await verifiedMetadata(proof, request);
  const key = `${revisionBase(request.environment, revision)}composition.json`;
  const composed = await get('/slipway.json');
  if (sha256(composed.bytes) !== statement.document.signed.targets[key]?.hashes['sha256']) {
    return {
      revision,
      responses: 1,
      differences: [...expired, alteredComposition(composed.status, key, request.environment, revision)],
    };
  }
  const part = { statement, composition: composed.bytes.toString() };
  await verifyOrders(get, chain, part, proof.replaced ?? [], request);
  const composition = parseComposition(JSON.parse(composed.bytes.toString()), '/slipway.json');
  const differences = [...expired];
  const releases = await signedReleases(get, chain, composition, proof, differences);
  const compared = [
    ...(await compareAll(get, expectedResponses(statement, composition, releases))),
    ...(await compareDeltas(get, composition, releases)),
  ];
  return { revision, responses: compared.length + 1, differences: [...differences, ...compared.flat()] };
}
