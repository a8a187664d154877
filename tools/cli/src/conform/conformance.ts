/**
 * The conformance of a built slice, whatever tool built it: everything that the shell, the check and the browser expect, and
 * that can be said without an environment. A check against an environment follows with `slipway check`.
 */
import { AppError, CONTRACT_VERSION, isAppError, parseManifest, type SliceRelease } from '@slipway/contracts';
import { coverageFailures } from '../checks/coverage';
import { fileFailures } from '../checks/files';
import { builtRelease, isSlice, type SliceCandidate } from '../release/candidate';
import type { Finding } from './finding';
import { policyFindings } from './policy';

export interface Conformance {
  release: SliceRelease;
  findings: readonly Finding[];
  /** The compressed bytes by route or slot, without the shell's files. */
  sizes: Readonly<Record<string, number>>;
}

const failuresIn = (area: Finding['area'], texts: readonly string[]): Finding[] =>
  texts.map((text) => ({ area, level: 'failure', text }));

/** The parts of a release that its manifest has too. */
const manifestOf = (release: SliceRelease): object => {
  const { id, owner, contract, routes, slots, nav, offers, config, flags, redirects, budget, ...rest } =
    release;
  const { isolation, thirdParties, emits, listens, caches, invalidates } = rest;
  const shares = rest.shares && Object.keys(rest.shares);
  const parts = { id, owner, contract, routes, slots, nav, offers, config, flags, redirects, budget };
  const all = { ...parts, isolation, thirdParties, emits, listens, caches, invalidates, shares };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
};

const keysOf = ({ routes, slots }: SliceRelease) => [
  ...routes.map(({ path }) => path),
  ...slots.map(({ name }) => name),
];

async function contractFailures({ release, read }: SliceCandidate): Promise<string[]> {
  const failures: string[] = [];
  try {
    parseManifest(manifestOf(release), 'the manifest');
  } catch (error) {
    if (!isAppError(error)) throw error;
    failures.push(error.message);
  }
  if (release.contract > CONTRACT_VERSION) {
    failures.push(
      `it speaks contract ${String(release.contract)}, and this command line knows ${String(CONTRACT_VERSION)}: update @slipway/cli`,
    );
  }
  if (!(release.entry in release.files)) {
    failures.push(`entry is ${release.entry}, which files does not list: build it again`);
  }
  // A frame has one script, which the integrity check reads.
  for (const key of release.isolation ? [] : keysOf(release)) {
    const files = release.preload[key];
    const unlisted = files?.filter((file) => !(file in release.files)) ?? [];
    if (!files?.length) failures.push(`preload has no files for ${key}: list those that its page loads`);
    if (unlisted.length > 0) {
      failures.push(`preload of ${key} names ${unlisted.join(', ')}, which files does not list`);
    }
  }
  return [...failures, ...(await containerFailures(release, read))];
}

/** The container has the name of the slice, and exposes one module. Without a federation manifest, only the browser can say. */
async function containerFailures(
  { id, entry }: SliceRelease,
  read: SliceCandidate['read'],
): Promise<string[]> {
  if (!entry.endsWith('.json')) return [];
  const text = (await read(entry))?.toString();
  if (text === undefined) return [];
  let manifest: { exposes?: { path?: string }[]; shared?: { name: string }[] };
  try {
    manifest = JSON.parse(text) as typeof manifest;
  } catch {
    return [`${entry} is not JSON: build ${id} again`];
  }
  const exposed = manifest.exposes?.map(({ path }) => path) ?? [];
  return exposed.includes('./slice')
    ? []
    : [`${entry} exposes ${exposed.join(', ') || 'nothing'}: expose src/slice as "./slice"`];
}

/** The shell shows failures of a part with its title and its owner. */
function failureStateFailures({ routes, owner }: SliceRelease): string[] {
  const titles = routes.map(({ title }) => title.trim());
  const repeated = [...new Set(titles.filter((title, index) => titles.indexOf(title) !== index))];
  return [
    ...repeated.map(
      (title) => `two routes have the title "${title}": a screen reader cannot tell them apart`,
    ),
    ...titles
      .filter((title) => title.length > 70)
      .map((title) => `the title "${title}" is longer than 70 characters: messages repeat it`),
    ...(owner.trim() === '' ? ['owner is empty: failures have no team'] : []),
  ];
}

/** Route or slot to its files. The frame of a sandboxed slice contains all code, whatever the route. */
const filesByKey = ({ isolation, preload, routes, files }: SliceRelease): [string, string[]][] =>
  isolation
    ? routes.map(({ path }) => [path, Object.keys(files).filter((file) => /\.(?:m?js|css)$/.test(file))])
    : Object.entries(preload);

async function sizesOf({ release, transferSize }: SliceCandidate): Promise<Record<string, number>> {
  const sizes = await Promise.all(
    filesByKey(release).map(async ([key, files]) => {
      const each = await Promise.all([...new Set(files)].map(transferSize));
      return [key, each.reduce((sum, size) => sum + size, 0)] as const;
    }),
  );
  return Object.fromEntries(sizes);
}

/**
 * `budget`: compressed bytes that a route or slot may load from the slice.
 * @throws `not_found` without a release, `invalid_input` when its description is damaged or it is a shell
 */
export async function conformanceOf(folder: string, budget: number): Promise<Conformance> {
  const candidate = await builtRelease(folder);
  if (!isSlice(candidate))
    throw new AppError('invalid_input', `${folder} is a build of the shell, not of a slice`);
  const { release } = candidate;
  const [contract, files, coverage, policy, sizes] = await Promise.all([
    contractFailures(candidate),
    fileFailures(candidate, true),
    coverageFailures(candidate),
    policyFindings(candidate),
    sizesOf(candidate),
  ]);
  const tooLarge = Object.entries(sizes)
    .filter(([, size]) => size > budget)
    .map(
      ([key, size]) =>
        `${key} loads ${String(Math.ceil(size / 1000))} kB, and the budget is ${String(Math.ceil(budget / 1000))} kB`,
    );
  return {
    release,
    sizes,
    findings: [
      ...failuresIn('contract', contract),
      ...failuresIn('integrity', [...files, ...coverage]),
      ...policy,
      ...failuresIn('budget', tooLarge),
      ...failuresIn('failure states', failureStateFailures(release)),
    ],
  };
}
