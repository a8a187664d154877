/** Which of the configurations of `vitest.shared.ts` a project uses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns {'browserTests' | 'databaseTests' | 'nodeTests'} */
export function kindOf(/** @type {string} */ folder) {
  const config = readFileSync(join(folder, 'vitest.config.ts'), 'utf8');
  const [kind] = /\b(?:browser|database|node)Tests(?=\()/.exec(config) ?? [];
  if (!kind) throw new Error(`${folder}/vitest.config.ts uses no configuration of vitest.shared.ts`);
  return /** @type {'browserTests' | 'databaseTests' | 'nodeTests'} */ (kind);
}
