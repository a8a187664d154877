/** Example slices of `fixtures/`: each worker builds its own copy, so that an edit of one reaches no other. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtRelease, type Candidate } from '@slipway/cli';
import { home, root } from './server';

/** Builds a copy with one file edited. `name` tells copies apart. @throws with the build's output */
export async function buildFixture(
  id: 'recipes' | 'garnish' | 'weather',
  name: string,
  file = 'slice.manifest.ts',
  edit: (source: string) => string = (source) => source,
): Promise<Candidate> {
  const fixture = join(root, 'e2e/fixtures', id);
  const copy = join(home, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(fixture, copy, { recursive: true, filter: (path) => !path.endsWith('dist') });
  writeFileSync(join(copy, file), edit(readFileSync(join(fixture, file), 'utf8')));
  const build = spawnSync(join(root, 'node_modules/.bin/rspack'), ['build'], { cwd: copy, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr + build.stdout);
  return builtRelease(join(copy, 'dist'));
}
