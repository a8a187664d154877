/**
 * The provenance of a build: an in-toto statement with SLSA's predicate, which records the builder, the commit and the
 * inputs of these files. Source: the variables of GitHub Actions or GitLab CI, otherwise Git. It contains no author and
 * no path of a machine.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Release } from '@slipway/contracts';
import { buildRoot, locks } from './moduleIds';

export const PROVENANCE = 'provenance.json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://slsa.dev/provenance/v1';
/** Decision 034 describes it. */
export const BUILD_TYPE = 'urn:slipway:build:1';

interface Ci {
  /** A URI. */
  builder: string;
  repository?: string | undefined;
  /** The file that defines the job, with the reference that it was read from. */
  workflow?: string | undefined;
  /** The run, as a URL. */
  invocation?: string | undefined;
}

/** Variables: `SLIPWAY_BUILDER` is the URI of any other builder. */
function ciOf(env: NodeJS.ProcessEnv): Ci {
  const repository = `${env.GITHUB_SERVER_URL ?? ''}/${env.GITHUB_REPOSITORY ?? ''}`;
  if (env.GITHUB_ACTIONS === 'true') {
    return {
      builder: `https://github.com/actions/runner/${env.RUNNER_ENVIRONMENT ?? 'self-hosted'}`,
      repository,
      workflow: env.GITHUB_WORKFLOW_REF,
      invocation: `${repository}/actions/runs/${env.GITHUB_RUN_ID ?? ''}/attempts/${env.GITHUB_RUN_ATTEMPT ?? '1'}`,
    };
  }
  if (env.GITLAB_CI === 'true') {
    return {
      builder: `${env.CI_SERVER_URL ?? 'https://gitlab.com'}/-/runners/${env.CI_RUNNER_ID ?? ''}`,
      repository: env.CI_PROJECT_URL,
      workflow: `${env.CI_CONFIG_PATH ?? '.gitlab-ci.yml'}@${env.CI_COMMIT_REF_NAME ?? ''}`,
      invocation: env.CI_JOB_URL,
    };
  }
  return { builder: env.SLIPWAY_BUILDER || 'urn:slipway:builder:workstation' };
}

/** The output of a Git command, or undefined outside of a checkout. */
export function git(directory: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', ['--no-optional-locks', ...args], {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/**
 * The top folder of a checkout, without a process of Git, each of which takes as long as the rest of the statement: `.git` is
 * a folder there, and a file in submodules and linked work trees.
 */
function checkoutOf(directory: string): string | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The address of a remote without user and password; undefined for a folder of this machine. */
export function publicAddress(remote: string): string | undefined {
  const [, host, path] = /^(?:[^@/:]+@)?([^@/:]{2,}):(?!\/\/)(.+)$/.exec(remote) ?? [];
  const address = host && path ? `ssh://${host}/${path}` : remote;
  if (!/^(?:https?|ssh):/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

const hexOf = (integrity: string) => Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex');

const posix = (path: string) => path.split(sep).join('/') || '.';

function lockFiles(root: string) {
  const found = locks.filter((lock) => existsSync(join(root, lock)));
  return found.map((name) => ({
    name,
    digest: {
      sha256: hash('sha256', readFileSync(join(root, name)), 'hex'),
    },
  }));
}

export interface Build {
  directory: string;
  release: Pick<Release, 'id' | 'commit' | 'files'>;
  /** The integrity of the bill of materials. */
  sbom: string;
  env?: NodeJS.ProcessEnv;
}

/** The JSON of `provenance.json`, not signed. Without a CI job and a Git checkout, it names the workstation and no commit. */
export function provenanceOf({ directory, release, sbom, env = process.env }: Build): string {
  const ci = ciOf(env);
  const root = buildRoot(directory);
  const top = checkoutOf(directory) ?? root;
  const repository = ci.repository ?? publicAddress(git(directory, 'remote', 'get-url', 'origin') ?? '');
  const isKnown = release.commit !== 'unknown';
  const source = {
    name: 'source',
    ...(repository !== undefined && { uri: `git+${repository}` }),
    ...(isKnown && { digest: { gitCommit: release.commit } }),
  };
  const statement = {
    _type: STATEMENT_TYPE,
    subject: Object.entries(release.files).map(([name, { integrity }]) => ({
      name,
      digest: { sha384: hexOf(integrity) },
    })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: {
          id: release.id,
          directory: posix(relative(top, directory)),
          ...(ci.workflow !== undefined && { workflow: ci.workflow }),
        },
        internalParameters: {
          node: process.versions.node,
          platform: `${process.platform}-${process.arch}`,
          // A build with uncommitted changes cannot be repeated from the commit.
          isClean: isKnown && git(directory, 'status', '--porcelain') === '',
        },
        resolvedDependencies: [source, ...lockFiles(root)],
      },
      runDetails: {
        builder: { id: ci.builder },
        ...(ci.invocation !== undefined && { metadata: { invocationId: ci.invocation } }),
        byproducts: [{ name: 'sbom.json', digest: { sha384: hexOf(sbom) } }],
      },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
