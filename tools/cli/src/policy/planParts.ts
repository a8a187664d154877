/** Composes and renders the releases and settings of a plan again, on the approver's machine. */
import { AppError, type Release } from '@slipway/contracts';
import { compose } from '../composition/compose';
import { withSettings } from '../environment/settings';
import { verifiedRelease } from '../trust/signedRelease';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import type { Trust } from '../trust/open';
import { partsOf } from './parts';
import type { Plan } from './plan';
import { plannedDocuments } from './plannedDocuments';

export const rejection = (reasons: readonly string[]) =>
  new AppError('slice_incompatible', reasons.join('\n'));

/** The parts that result from the plan's releases and settings, rendered again by this machine. */
export async function partsAgain(
  { workspace, environment, trust }: { workspace: Workspace; environment: Environment; trust: Trust },
  plan: Plan,
) {
  const { composition, settings } = plan;
  const target = withSettings(environment, settings);
  const release = async (id: string, version: string): Promise<Release> =>
    (await verifiedRelease(trust, { id, version }, trust.now)).release;
  const shell = await release('shell', composition.shell.version);
  const { canary: newer, fallback: earlier } = composition.shell;
  const newerShell = newer && (await release('shell', newer.release.version));
  if (shell.kind !== 'shell' || newerShell?.kind === 'slice') throw rejection(['The plan has no shell']);
  const slices = await Promise.all(
    Object.entries(composition.slices).map(async ([id, { version, canary, fallback }]) => {
      const [stable, newer, last] = await Promise.all([
        release(id, version),
        canary && release(id, canary.release.version),
        fallback && release(id, fallback.version),
      ]);
      if (stable.kind !== 'slice' || newer?.kind === 'shell') throw rejection([`${id} is not a slice`]);
      return {
        ...{ release: stable, fallback },
        earlier: last?.kind === 'slice' ? last : undefined,
        canary: canary && newer && { percent: canary.percent, release: newer },
      };
    }),
  );
  const backend = workspace.backend(target) ?? composition.backend;
  const content = {
    ...compose({
      ...{ environment: target, backend, shell, slices, shellFallback: earlier },
      shellCanary: newer && newerShell && { percent: newer.percent, release: newerShell },
    }),
    ...(composition.overrides && { overrides: composition.overrides }),
  };
  const documents = plannedDocuments(
    content,
    [shell, newerShell],
    slices.map((slice) => slice.release),
  );
  return partsOf(content, settings, documents);
}
