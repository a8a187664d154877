/** The names of all previews that stores have, such as `preview/whats-new-12`, in no particular order. */
import { isAppError } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { previewsIn } from '../environment/previews';
import type { Workspace } from '../environment/workspace';

/** Called with a family whose store cannot be read, and why. Without it, that is an error. */
type OnFailure = (family: Environment, message: string) => void;

export async function previewNames(workspace: Workspace, onFailure?: OnFailure): Promise<string[]> {
  const namesOf = async (family: Environment) => {
    try {
      const stored = await (await workspace.store(family)).list('environments');
      return previewsIn(family, stored).map((id) => `${family.name}/${id}`);
    } catch (error) {
      if (!onFailure || !isAppError(error)) throw error;
      onFailure(family, error.message);
      return [];
    }
  };
  return (await Promise.all(workspace.families().map(namesOf))).flat();
}
