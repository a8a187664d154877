/** `policy.requireEvidence`: no release without a bill of materials and provenance starts to run, and `publish` sends none. */
import type { Composition, Release } from '@slipway/contracts';
import { describedReleases } from '../composition/fallback';
import type { Resolved } from '../composition/resolve';
import { type ReleaseRef, releasesIn } from '../composition/selection';
import type { Candidate } from '../release/candidate';
import type { Trust } from '../trust/open';
import { verifiedRelease } from '../trust/signedRelease';

const nameOf = ({ id, version }: ReleaseRef) => `${id}@${version}`;

/** `releases` are those that a change adds. */
export const evidenceFailures = (environment: string, releases: readonly Release[]): string[] =>
  releases
    .filter(({ evidence }) => !evidence)
    .map(
      ({ id, version }) =>
        `${environment} requires a bill of materials and provenance (policy.requireEvidence), and ${id} ${version.slice(0, 8)} was built without: build it with sliceConfig of @slipway/build, in a clone of its repository`,
    );

/** Releases that a user may ask for. */
export const overridesIn = (composition: Pick<Composition, 'shell' | 'slices' | 'overrides'>): ReleaseRef[] =>
  describedReleases(composition).filter(({ kind }) => kind === 'override');

/** The releases that a change adds: those that start to run, and those that its settings start to offer. */
export function addedReleases(
  before: Composition,
  { shell, shellCanary, slices, overrides }: Pick<Resolved, 'shell' | 'shellCanary' | 'slices' | 'overrides'>,
): Release[] {
  const without = (known: readonly ReleaseRef[], added: readonly Candidate[]): Release[] =>
    added
      .map(({ release }) => release)
      .filter(({ id, version }) => !known.some((one) => one.id === id && one.version === version));
  const ran = releasesIn(before);
  const running = [
    shell,
    ...(shellCanary ? [shellCanary.candidate] : []),
    ...slices.flatMap(({ stable, canary }) => [stable, ...(canary ? [canary.candidate] : [])]),
  ];
  return [
    ...without(ran, running),
    ...without(
      [...ran, ...running.map(({ release }) => release), ...overridesIn(before)],
      overrides.candidates,
    ),
  ];
}

const offeredIn = (composition: Pick<Composition, 'shell' | 'slices' | 'overrides'>) => [
  ...releasesIn(composition),
  ...overridesIn(composition),
];

/** The references that `after` has and `before` has not. */
function addedReferences(
  before: Composition | undefined,
  after: Pick<Composition, 'shell' | 'slices' | 'overrides'>,
): ReleaseRef[] {
  const ran = new Set(before && releasesIn(before).map(nameOf));
  const offered = new Set(before && overridesIn(before).map(nameOf));
  return [
    ...releasesIn(after).filter((reference) => !ran.has(nameOf(reference))),
    // A release that was only offered counts as new when it starts to run.
    ...overridesIn(after).filter((one) => !ran.has(nameOf(one)) && !offered.has(nameOf(one))),
  ];
}

/**
 * The same for a stored revision, by the signed descriptions. Only for what still runs in `newest`: other releases may be
 * pruned. @throws `slice_untrusted`
 */
export async function storedEvidenceFailures(
  trust: Pick<Trust, 'store' | 'chain'>,
  before: Composition | undefined,
  after: Composition,
  newest: Composition,
): Promise<string[]> {
  const running = new Set(offeredIn(newest).map(nameOf));
  const added = addedReferences(before, after).filter((reference) => running.has(nameOf(reference)));
  const signed = await Promise.all(added.map((reference) => verifiedRelease(trust, reference)));
  return evidenceFailures(
    after.environment,
    signed.map(({ release }) => release),
  );
}
