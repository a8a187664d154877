/**
 * The parts that a push to the main branch releases besides slices, and their order. The order rules are here, so that a
 * test runs them.
 */
import { published } from '@slipway/pack/published';

export interface Change {
  /** The letter of `git diff --name-status`: `A`, `M`, `D` or `R`. */
  status: string;
  path: string;
}

export interface Plan {
  /** Files below `supabase/migrations`, in their order. */
  migrations: string[];
  /** Whether the migrations remove something that earlier releases use. */
  isContraction: boolean;
  /** The shell, when it is affected. Slices have their own workflows. */
  releases: string[];
  /** `gateway` and `collector`, when affected. */
  services: string[];
  /** Whether teams with their own repository get a package: a library's version or a program's code changed. */
  hasPackages: boolean;
}

export type Step = 'migrate' | 'services' | 'release' | 'check';

const MIGRATION = /^supabase\/migrations\/\d{14}_\w+\.sql$/;
const PROJECTS = { shell: 'shell', 'gateway-app': 'gateway', collector: 'collector' } as const;

/** The head of a migration names the migration since which slices do without what it removes. */
export const isContracting = (text: string): boolean => /^-- Requires releases: \d{14}$/m.test(text);

/**
 * `affected` are Nx projects, and `read` returns a file's text now and before (undefined where it is new).
 * @throws `Error` when the change cannot be released in any order
 */
export function planOf(
  changes: readonly Change[],
  affected: readonly string[],
  read: (path: string) => { now: string; before: string | undefined },
): Plan {
  const migrations = changes.filter(({ path }) => MIGRATION.test(path));
  const landed = migrations.filter(({ status }) => status !== 'A');
  if (landed.length > 0)
    throw new Error(
      `${landed.map(({ path }) => path).join(', ')}: a landed migration must not change, because databases have applied it. Add a new one`,
    );
  const paths = migrations.map(({ path }) => path).sort();
  const contracting = paths.filter((path) => isContracting(read(path).now));
  if (contracting.length > 0 && contracting.length < paths.length)
    throw new Error(
      `${contracting.join(', ')} removes something, and other migrations of this push add something: the first must follow the releases, the others precede them. Merge it by itself, later`,
    );
  const isCode = (path: string) =>
    published.some(({ folder, runs }) => runs && path.startsWith(`${folder}/`));
  const versionOf = (text: string | undefined) => text && (JSON.parse(text) as { version?: string }).version;
  return {
    migrations: paths,
    isContraction: contracting.length > 0,
    releases: affected.includes('shell') ? ['shell'] : [],
    services: Object.entries(PROJECTS)
      .filter(([project, name]) => name !== 'shell' && affected.includes(project))
      .map(([, name]) => name),
    hasPackages:
      changes.some(({ path }) => isCode(path)) ||
      changes
        .filter(({ status, path }) => status !== 'D' && /^libs\/[^/]+\/package\.json$/.test(path))
        .some(({ path }) => versionOf(read(path).now) !== versionOf(read(path).before)),
  };
}

/**
 * A migration that adds comes before the releases that use it; one that removes comes after those that do without. Services
 * come before the shell: they serve the pages of earlier shells too, but an earlier collector rejects the reports of a newer
 * one.
 */
export function stepsOf({ migrations, isContraction, releases, services }: Plan): Step[] {
  const release: Step[] = [
    ...(services.length > 0 ? (['services'] as const) : []),
    ...(releases.length > 0 ? (['release'] as const) : []),
  ];
  if (migrations.length === 0) return release;
  return isContraction ? [...release, 'check', 'migrate'] : ['check', 'migrate', ...release];
}
