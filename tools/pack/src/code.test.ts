/** The code of a package knows the version that it is published with. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeCode } from './code';

it('a module that imports the package.json reads the published version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-code-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "tides", "version": "1.2.0" }');
  writeFileSync(
    join(folder, 'src/main.ts'),
    `import manifest from '../package.json' with { type: 'json' };
     console.log(manifest.name, manifest.version);`,
  );

  await writeCode(folder, ['src/main.ts'], join(folder, 'dist'), '1.2.4711');

  const printed = execFileSync(process.execPath, [join(folder, 'dist/main.mjs')], { encoding: 'utf8' });
  expect(printed).toBe('tides 1.2.4711\n');
});
