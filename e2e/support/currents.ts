/** The sandboxed slice of `fixtures/currents`, built with Vite from a copy. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtRelease, type Candidate } from '@slipway/cli';
import type { SliceManifest } from '@slipway/contracts';
import { slipway } from '@slipway/vite';
import { build } from 'vite';
import { home, root } from './server';

/** The folder of the build called `name`. */
export const currentsDist = (name: string) => join(home, `currents-${name}`, 'dist');

/** `edit` changes `src/slice.ts`. @throws with the compiler's errors */
export async function buildCurrents(
  name: string,
  edit: (source: string) => string = (source) => source,
): Promise<Candidate> {
  const directory = join(home, `currents-${name}`);
  rmSync(directory, { recursive: true, force: true });
  cpSync(join(root, 'e2e/fixtures/currents'), directory, { recursive: true });
  const entry = join(directory, 'src/slice.ts');
  writeFileSync(entry, edit(readFileSync(entry, 'utf8')));
  const { manifest } = (await import(pathToFileURL(join(directory, 'slice.manifest.ts')).href)) as {
    manifest: SliceManifest;
  };
  const { NODE_ENV } = process.env;
  await build({
    ...{ root: directory, configFile: false, logLevel: 'error' },
    plugins: [slipway(manifest, directory)],
  });
  // Vite sets it for the whole process, and npm then installs no development dependencies.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
  return builtRelease(currentsDist(name));
}
