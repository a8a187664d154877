/** The names of all previews that stores have, such as `preview/whats-new-12`, in no particular order. */
import { previewsIn } from '../environment/previews';
import type { Workspace } from '../environment/workspace';

export async function previewNames(workspace: Workspace): Promise<string[]> {
  const names = await Promise.all(
    workspace.families().map(async (family) => {
      const stored = await (await workspace.store(family)).list('environments');
      return previewsIn(family, stored).map((id) => `${family.name}/${id}`);
    }),
  );
  return names.flat();
}
