/**
 * A canary as a part of its own beside the slice it is of, so that status, history, diff and conflicts tell of it as of any
 * other: `billing canary` runs `1a2b3c4d5e6f7a8b 10%`.
 */
import { AppError, type Composition, type SliceRelease } from '@slipway/contracts';

export interface Canary {
  version: string;
  percent: number;
}

const SUFFIX = ' canary';

export const canaryPart = (slice: string) => slice + SUFFIX;
export const isCanaryPart = (part: string) => part.endsWith(SUFFIX);
/** The slice, or the shell, that a part belongs to. */
export const ownerOfPart = (part: string) => (isCanaryPart(part) ? part.slice(0, -SUFFIX.length) : part);

export const canaryText = ({ version, percent }: Canary) => `${version} ${String(percent)}%`;

export function parseCanary(text: string): Canary {
  const [version = '', percent = ''] = text.split(' ');
  return { version, percent: Number.parseInt(percent, 10) };
}

/** The canaries that run, as parts. */
export const canariesOf = (composition: Composition): [string, string][] =>
  Object.entries(composition.slices).flatMap(([id, { canary }]) =>
    canary
      ? [[canaryPart(id), canaryText({ version: canary.release.version, percent: canary.percent })]]
      : [],
  );

const surface = ({ routes, slots }: SliceRelease) =>
  [
    ...routes.map(({ path, access }) => `${path} ${access}`),
    ...slots.map(({ name, version }) => `${name} ${String(version)}`),
  ]
    .sort()
    .join();

/** A document is one for all visitors, so a canary changes how pages work and not which there are. */
export const surfaceProblems = (stable: SliceRelease, canary: SliceRelease): string[] =>
  surface(stable) === surface(canary)
    ? []
    : [
        `${canary.id} ${canary.version.slice(0, 8)} has other routes or slots than ${stable.version.slice(0, 8)}, and a canary must have the same: deploy it to everyone`,
      ];

/** @throws `slice_incompatible`: what everyone gets does not change under a canary that is compared with it */
export function refuseUnderCanary(
  environment: string,
  now: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
): void {
  for (const [part, text] of wanted) {
    const slice = ownerOfPart(part);
    if (!isCanaryPart(part) || !now.has(part) || now.get(slice) === wanted.get(slice)) continue;
    const { version, percent } = parseCanary(text);
    throw new AppError(
      'slice_incompatible',
      `${slice} has a canary in ${environment} (${version.slice(0, 8)}, ${String(percent)} %): first slipway canary ${slice} --env ${environment} --finish, or --abort`,
    );
  }
}
