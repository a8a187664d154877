/** The hashes of what a deploy will write, for plans and their approvals. */
import type { SliceRelease } from '@slipway/contracts';
import { asRevision, type CompositionContent } from '../composition/compose';
import { renderDocuments, type Shells } from '../composition/document';
import { plannedFavicon } from '../composition/favicon';
import { plannedWorkers } from '../composition/worker';
import { documentHashes } from './parts';

/** The documents of a composition that has no revision number yet, its service worker and its favicon. */
export function plannedDocuments(
  content: CompositionContent,
  shells: Shells,
  slices: readonly SliceRelease[],
): Record<string, string> {
  const planned = asRevision(content, 1, new Date(0).toISOString());
  return {
    ...documentHashes(renderDocuments(planned, shells, slices, { path: '', integrity: '' })),
    ...plannedFavicon(shells[0]),
    ...plannedWorkers(planned, shells),
  };
}
