/** The builds of `slipway dev`: a real compiler, whose output loses a file before it is read. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sliceRelease, writeBuild } from '../testing/releases';
import { type BuildResult, startBuilds } from './builds';

test('a file that vanished is a failed build, and does not end the server', async () => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-builds-'));
  const directory = join(root, 'market');
  const output = join(root, 'dev');
  mkdirSync(join(directory, 'src'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  writeFileSync(join(directory, 'src/slice.ts'), 'export {};');
  mkdirSync(join(root, 'built'));
  const built = await writeBuild(join(root, 'built'), sliceRelease());
  rmSync(join(built, 'remoteEntry.js'));
  const config = {
    ...{ mode: 'development', context: directory, entry: join(directory, 'src/slice.ts') },
    output: { path: join(output, 'market') },
  };
  writeFileSync(
    join(directory, 'rspack.config.ts'),
    `import { cpSync } from 'node:fs';
    const copy = () => cpSync(${JSON.stringify(built)}, ${JSON.stringify(config.output.path)}, { recursive: true });
    const plugin = { apply: (compiler) => compiler.hooks.afterEmit.tap('copy', copy) };
    export default { ...${JSON.stringify(config)}, plugins: [plugin] };`,
  );
  const result = await new Promise<BuildResult>((resolve) => {
    const builds = startBuilds([{ id: 'market', directory }], output, resolve);
    onTestFinished(async () => {
      await builds.close();
      rmSync(root, { recursive: true });
    });
  });
  expect(result).toMatchObject({
    ...{ kind: 'failed', app: 'market' },
    error: expect.stringMatching(/ENOENT.*remoteEntry\.js/) as string,
  });
});
