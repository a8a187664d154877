/** Example slices of `fixtures/`: each worker builds its own copy, so that an edit of one reaches no other. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtRelease, type Candidate } from '@slipway/cli';
import { home, root } from './server';

type Example = 'recipes' | 'garnish' | 'weather' | 'buoys' | 'lighthouse' | 'moorings';
type Edit = (source: string) => string;

/** Builds a copy with one file edited. `name` tells copies apart. @throws with the build's output */
export function buildFixture(
  id: Example,
  name: string,
  file = 'slice.manifest.ts',
  edit: Edit = (source) => source,
): Promise<Candidate> {
  return buildCopy(copyFixture(id, name, file, edit));
}

/**
 * Builds a copy with a major of the package `@harbor/gauges` installed as npm would: from its tarball, without a registry.
 * @throws with the output of a command
 */
export function buildWithGauges(
  id: Example,
  major: 1 | 2,
  name = id as string,
  file?: string,
  edit?: Edit,
): Promise<Candidate> {
  const copy = copyFixture(id, name, file, edit);
  const folder = join(copy, 'node_modules/@harbor/gauges');
  mkdirSync(folder, { recursive: true });
  run('tar', ['-xzf', packedGauges(major), '-C', folder, '--strip-components=1'], copy);
  return buildCopy(copy);
}

/** The tarball of a major; packed once, because npm takes as long as a build. */
function packedGauges(major: 1 | 2): string {
  const tarball = join(home, `harbor-gauges-${String(major)}.2.0.tgz`);
  if (!existsSync(tarball)) {
    const source = join(root, `e2e/fixtures/gauges-${String(major)}`);
    run('npm', ['pack', source, '--pack-destination', home], home);
  }
  return tarball;
}

/** A copy of the source with one file edited. */
export function copyFixture(
  id: Example,
  name: string,
  file = 'slice.manifest.ts',
  edit: Edit = (source) => source,
): string {
  const fixture = join(root, 'e2e/fixtures', id);
  const copy = join(home, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(fixture, copy, { recursive: true, filter: (path) => !path.endsWith('dist') });
  writeFileSync(join(copy, file), edit(readFileSync(join(fixture, file), 'utf8')));
  return copy;
}

/** @throws with the build's output */
export function buildCopy(copy: string): Promise<Candidate> {
  run(join(root, 'node_modules/.bin/rspack'), ['build'], copy);
  return builtRelease(join(copy, 'dist'));
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr + stdout);
}
