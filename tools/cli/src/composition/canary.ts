/** Rules for a canary: it has the same pages as the stable release, and the stable release does not change under it. */
import { AppError, type ShellRelease, type SliceRelease } from '@slipway/contracts';
import type { Advice } from '../policy/advice';
import type { Selection } from './selection';

const surface = ({ routes, slots, redirects = [], isolation }: SliceRelease) =>
  [
    isolation ?? 'page',
    ...routes.map(({ path, access, parent = '' }) => `${path} ${access} ${parent}`),
    ...redirects.map(({ from, to }) => `${from} ${to}`),
    ...slots.map(({ name, version, order = 0, when = {} }) =>
      [name, String(version), String(order), JSON.stringify(when)].join(' '),
    ),
  ]
    .sort()
    .join();

/** All visitors share one document per route, so a canary may change how pages work but not which pages there are. */
export const surfaceFailures = (stable: SliceRelease, canary: SliceRelease): string[] =>
  surface(stable) === surface(canary)
    ? []
    : [
        `${canary.id} ${canary.version.slice(0, 8)} has different routes or slots than ${stable.version.slice(0, 8)}, and a canary must have the same: deploy it to everyone`,
      ];

const pagesOf = ({ routes }: ShellRelease) =>
  routes
    .map(({ path, access }) => `${path} ${access}`)
    .sort()
    .join();

/** Both shells start from one document for each route, in which the script of the stable one chooses. */
export const shellCanaryFailures = (stable: ShellRelease, canary: ShellRelease): string[] => [
  ...(pagesOf(stable) === pagesOf(canary)
    ? []
    : [
        `shell ${canary.version.slice(0, 8)} has different routes than ${stable.version.slice(0, 8)}, and a canary must have the same: deploy it to everyone`,
      ]),
  ...[stable, canary]
    .filter(({ chooser }) => chooser === undefined)
    .map(
      ({ version }) =>
        `shell ${version.slice(0, 8)} was built before a shell could have a canary: build it again, and deploy it to everyone`,
    ),
];

/**
 * Rejects a second canary, and changes of the stable release that a canary is compared with: such an edit would end the
 * canary without its owner.
 * @throws `slice_incompatible`
 */
export function rejectUnderCanary(
  environment: string,
  before: Selection,
  wanted: Selection,
  advice: Advice,
): void {
  for (const [slice, { version, percent }] of before.canaries) {
    const next = wanted.canaries.get(slice);
    if (!next || (next.version === version && before.stable.get(slice) === wanted.stable.get(slice)))
      continue;
    throw new AppError(
      'slice_incompatible',
      `${slice} has a canary in ${environment} (${version.slice(0, 8)}, ${String(percent)}%): ${advice.endCanary(environment, slice)}`,
    );
  }
}
