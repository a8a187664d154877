/** Every test that has a nightly part is in a step of `nightly.mjs`. */
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { files, read } from '../docs/markdown';

/** Only `TEST_TIER=nightly` runs all of it: `engines` and `stores` have one engine and one store otherwise. */
const hasNightlyPart = /['"]TEST_TIER['"]|process\.env\.TEST_TIER|describe\.each\((?:engines|stores)\)/;

/** The name of the file's project in Nx. */
function projectOf(file: string): string {
  const folder = dirname(file);
  const [manifest] = files(join(folder, 'package.json'));
  if (!manifest) return projectOf(folder);
  const { name, nx } = JSON.parse(read(manifest)) as { name: string; nx?: { name?: string } };
  return nx?.name ?? name;
}

test('every unit test with a nightly part is in a step that runs it', () => {
  const steps = read('tools/repo/pipeline/nightly.mjs').matchAll(
    /\[\.\.\.unit, '([\w,]+)'\],\s*env: \{ TEST_TIER: 'nightly' \}/g,
  );
  const run = new Set([...steps].flatMap(([, projects = '']) => projects.split(',')));
  const needed = files('*.test.ts', '*.test.tsx', 'tools/*.spec.ts')
    .filter((file) => hasNightlyPart.test(read(file)))
    .map(projectOf);
  expect(needed).toContain('cli');
  expect([...new Set(needed)].filter((project) => !run.has(project))).toEqual([]);
});
