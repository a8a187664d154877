/**
 * Chooses the shell that a document offers when the current one does not start: the shell that ran before in the same
 * environment, as long as it can host the slices, and was not excluded. Decision 037.
 */
import { type Composition, parseRelease } from '@slipway/contracts';
import { compatibilityFailures } from '../checks/compatibility';
import { integrityOf } from '../release/integrity';
import { releaseBase, releasePath } from '../store/keys';
import type { FallbackRequest } from './fallback';

export type ShellFallback = NonNullable<Composition['shell']['fallback']>;

export async function shellFallbackOf({
  store,
  shell,
  slices,
  before,
  rollbackTo,
  without,
}: FallbackRequest): Promise<ShellFallback | undefined> {
  if (without.has(shell.id)) return undefined;
  const ran = before?.shell;
  const source = ran?.version === shell.version || !rollbackTo ? ran : rollbackTo.shell;
  const version = source?.version === shell.version ? source.fallback?.version : ran?.version;
  if (version === undefined) return undefined;
  const key = `${releaseBase(shell.id, version)}release.json`;
  const description = await store.get(key);
  if (!description) return undefined;
  const release = parseRelease(JSON.parse(description.toString()), key);
  if (release.kind !== 'shell' || !release.handlesStart) return undefined;
  if (compatibilityFailures(release, slices).length > 0) return undefined;
  const listed = (files: readonly string[]) =>
    Object.fromEntries(files.map((file) => [file, release.files[file]?.integrity ?? '']));
  return {
    ...{ version, base: releasePath(shell.id, version), release: integrityOf(description) },
    scripts: listed(release.scripts),
    styles: listed(release.styles),
    beforePaint: listed(release.beforePaint),
    ...(release.links && { links: release.links }),
  };
}
