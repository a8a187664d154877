/** Finds the releases and the backend that a selection needs. */
import { AppError, type Backend, type Composition } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import {
  type Candidate,
  isShell,
  isSlice,
  publishedRelease,
  type ShellCandidate,
  type SliceCandidate,
} from '../release/candidate';
import type { Store } from '../store/store';
import { type ListedOverrides, listedOverrides } from './overrides';
import { listedCanaries, type ReleaseRef, type Selection } from './selection';

export interface ResolveRequest {
  workspace: Workspace;
  environment: Environment;
  store: Store;
  /** Releases that the store may not have yet: they are used where they are, and published after the checks. */
  candidates: readonly Candidate[];
  /** The backend of the server that runs it; without one, the environment's file names the backend. */
  backend?: Backend;
  /** The embedded backend that this environment has, or starts from, and where it responds. */
  embedded?: { backend: Backend; address: string };
}

export interface ResolvedSlice {
  stable: SliceCandidate;
  canary: { percent: number; candidate: SliceCandidate } | undefined;
}

export interface Resolved {
  shell: ShellCandidate;
  shellCanary: { percent: number; candidate: ShellCandidate } | undefined;
  slices: readonly ResolvedSlice[];
  /** Releases that the settings offer beside them. */
  overrides: ListedOverrides;
  backend: Backend;
}

/** `before` is the composition that runs now. @throws `not_found` for a release, a shell or a backend that is missing */
export async function resolve(
  selection: Selection,
  before: Composition | undefined,
  request: ResolveRequest,
): Promise<Resolved> {
  const { stable } = selection;
  const canaries = listedCanaries(selection);
  const find = ({ id, version }: ReleaseRef) =>
    request.candidates.find(({ release }) => release.id === id && release.version === version) ??
    publishedRelease(request.store, id, version);
  const releases = await Promise.all([...stable].map(([id, version]) => find({ id, version })));
  const shell = releases.find(isShell);
  if (!shell) {
    throw new AppError(
      'not_found',
      `${request.environment.name} has no shell yet: deploy the shell together with its slices, or start from another environment with --base`,
    );
  }
  const newerShell = canaries.get('shell');
  const shellCanary = newerShell && (await find({ id: 'shell', version: newerShell.version }));
  const slices = await Promise.all(
    releases.filter(isSlice).map(async (candidate): Promise<ResolvedSlice> => {
      const { id } = candidate.release;
      const canary = canaries.get(id);
      const newer = canary && (await find({ id, version: canary.version }));
      return {
        stable: candidate,
        canary: canary && newer && isSlice(newer) ? { percent: canary.percent, candidate: newer } : undefined,
      };
    }),
  );
  const overrides = await listedOverrides({
    ...{ store: request.store, listed: request.environment.overrides ?? [], before },
    ...{
      shells: [shell, shellCanary].flatMap((one) => (one && isShell(one) ? [one.release] : [])),
      slices: slices.map(({ stable: { release } }) => release),
    },
  });
  return {
    shell,
    shellCanary:
      newerShell && shellCanary && isShell(shellCanary)
        ? { percent: newerShell.percent, candidate: shellCanary }
        : undefined,
    slices,
    overrides,
    backend: backendFor(before, request),
  };
}

/** A server that brings its own backend has described it in the composition before; that stays until it changes. */
function backendFor(
  before: Composition | undefined,
  { workspace, environment, backend, embedded }: ResolveRequest,
): Backend {
  const found = backend ?? workspace.backend(environment) ?? before?.backend ?? embedded?.backend;
  if (found) return found;
  throw new AppError(
    'not_found',
    `${environment.name} uses the embedded backend, which has not started yet: run npm start first`,
  );
}
