/**
 * The evidence of a release: its bill of materials, its provenance and its source maps, which lie beside its files and are
 * never served.
 */
import * as v from 'valibot';
import { AppError, parseDocument } from '@slipway/contracts';
import type { Candidate } from './candidate';
import { integrityOf } from './integrity';

export const SBOM = 'sbom.json';
export const PROVENANCE = 'provenance.json';
export const SOURCE_MAPS = 'source-maps.json';

export const DSSE_TYPE = 'application/vnd.in-toto+json';

const sha384 = v.object({ sha384: v.string() });

/** The parts of a statement that are checked. Other builders may add fields, and describe their build in another way. */
const statementSchema = v.object({
  _type: v.literal('https://in-toto.io/Statement/v1'),
  predicateType: v.literal('https://slsa.dev/provenance/v1'),
  subject: v.array(v.object({ name: v.string(), digest: sha384 })),
  predicate: v.object({
    buildDefinition: v.object({
      buildType: v.string(),
      externalParameters: v.looseObject({ directory: v.optional(v.string()), id: v.optional(v.string()) }),
      internalParameters: v.optional(v.looseObject({ node: v.optional(v.string()) })),
      resolvedDependencies: v.optional(
        v.array(
          v.object({
            name: v.optional(v.string()),
            uri: v.optional(v.string()),
            digest: v.optional(v.record(v.string(), v.string())),
          }),
        ),
        [],
      ),
    }),
    runDetails: v.object({
      builder: v.object({ id: v.string() }),
      byproducts: v.optional(v.array(v.object({ name: v.optional(v.string()), digest: sha384 })), []),
    }),
  }),
});

export type ProvenanceStatement = v.InferOutput<typeof statementSchema>;

const envelopeSchema = v.object({
  payloadType: v.literal(DSSE_TYPE),
  payload: v.pipe(v.string(), v.base64()),
  signatures: v.array(v.object({ keyid: v.string(), sig: v.string() })),
});

export type Envelope = v.InferOutput<typeof envelopeSchema>;

/** A statement as a build writes it, or in the signed envelope of a published release. */
export interface Provenance {
  /** The bytes of the statement. */
  payload: Buffer;
  statement: ProvenanceStatement;
  envelope: Envelope | undefined;
}

export interface Evidence {
  sbom: Buffer;
  provenance: Provenance;
}

/** @throws `invalid_input`, naming the field */
function parseProvenance(bytes: Buffer, what: string): Provenance {
  const json = parseJson(bytes, what);
  const isEnvelope = typeof json === 'object' && json !== null && 'payload' in json;
  const envelope = isEnvelope ? parseDocument(envelopeSchema, json, what) : undefined;
  const payload = envelope ? Buffer.from(envelope.payload, 'base64') : bytes;
  return { payload, statement: parseDocument(statementSchema, parseJson(payload, what), what), envelope };
}

/** `what` names the bytes in the error. @throws `invalid_input` for bytes that are not JSON */
export function parseJson(bytes: Buffer, what: string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new AppError('invalid_input', `${what} is not valid JSON`, { cause });
  }
}

/** The commit of the source that a statement names. */
export const commitIn = ({ predicate }: ProvenanceStatement): string | undefined =>
  predicate.buildDefinition.resolvedDependencies.find(({ name }) => name === 'source')?.digest?.['gitCommit'];

const hexOf = (integrity: string) => Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex');

/** Why a statement is not the one of this release, or undefined. */
function mismatch({ release }: Candidate, statement: ProvenanceStatement): string | undefined {
  const { subject, predicate } = statement;
  const digests = new Map(subject.map(({ name, digest }) => [name, digest.sha384]));
  for (const [path, { integrity }] of Object.entries(release.files)) {
    if (!digests.has(path)) return `does not name the file ${path}`;
    if (digests.get(path) !== hexOf(integrity)) return `names another hash for ${path}`;
  }
  const extra = subject.find(({ name }) => !(name in release.files));
  if (extra) return `names the file ${extra.name}, which the release does not have`;
  const id = predicate.buildDefinition.externalParameters.id;
  if (id !== undefined && id !== release.id) return `is that of a build of ${id}`;
  const commit = commitIn(statement);
  if (commit !== undefined && commit !== release.commit)
    return `names commit ${commit}, and release.json ${release.commit}`;
  const sbom = predicate.runDetails.byproducts.find(({ name }) => name === SBOM);
  return sbom && release.evidence && sbom.digest.sha384 !== hexOf(release.evidence.sbom)
    ? `names another ${SBOM}`
    : undefined;
}

/** The bill of materials, or undefined when the release was built without one. @throws `slice_untrusted` when it is missing or altered */
export async function readSbom(candidate: Candidate): Promise<Buffer | undefined> {
  const integrity = candidate.release.evidence?.sbom;
  if (integrity === undefined) return undefined;
  const bytes = await candidate.read(SBOM);
  return verifiedPart(candidate, SBOM, bytes, bytes, integrity);
}

/**
 * The source maps by script, or undefined when the release was built without.
 * @throws `slice_untrusted` when they are missing or altered
 */
export async function readSourceMaps(candidate: Candidate): Promise<Buffer | undefined> {
  const integrity = candidate.release.evidence?.sourceMaps;
  if (integrity === undefined) return undefined;
  const bytes = await candidate.read(SOURCE_MAPS);
  return verifiedPart(candidate, SOURCE_MAPS, bytes, bytes, integrity);
}

/**
 * The evidence, or undefined for a release that was built without. Both files are exactly those that `release.json` lists,
 * and the statement names exactly the files of this release. @throws `slice_untrusted`
 */
export async function readEvidence(candidate: Candidate): Promise<Evidence | undefined> {
  const [sbom, provenance] = await Promise.all([readSbom(candidate), readProvenance(candidate)]);
  return sbom && provenance && { sbom, provenance };
}

/** The provenance, or undefined for a release that was built without. @throws `slice_untrusted` */
async function readProvenance(candidate: Candidate): Promise<Provenance | undefined> {
  const { release, place, repair } = candidate;
  if (!release.evidence) return undefined;
  const bytes = await candidate.read(PROVENANCE);
  const what = `${release.id}: ${PROVENANCE} in ${place}`;
  const provenance = bytes && parseProvenance(bytes, what);
  verifiedPart(candidate, PROVENANCE, bytes, provenance?.payload, release.evidence.provenance);
  const reason = provenance && mismatch(candidate, provenance.statement);
  if (reason) throw new AppError('slice_untrusted', `${what} ${reason}: ${repair}`);
  return provenance;
}

/** Whether the provenance says that the work tree differed from the commit. @throws `slice_untrusted` */
export async function hasUncommittedChanges(candidate: Candidate): Promise<boolean> {
  if (candidate.release.commit === 'unknown') return false; // not of a repository
  const provenance = await readProvenance(candidate);
  return provenance?.statement.predicate.buildDefinition.internalParameters?.['isClean'] === false;
}

function verifiedPart(
  { release, place, repair }: Candidate,
  name: string,
  bytes: Buffer | undefined,
  content: Buffer | undefined,
  integrity: string,
): Buffer {
  if (bytes && content && integrityOf(content) === integrity) return bytes;
  const failure = bytes
    ? 'differs from the hash in its release.json: it was altered, or belongs to another release'
    : 'is missing, and its release.json lists it';
  throw new AppError('slice_untrusted', `${release.id}: ${name} in ${place} ${failure}: ${repair}`);
}
