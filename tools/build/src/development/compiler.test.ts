/** The compiler of `slipway dev` restarts and stops while its process is still starting. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CompilerEvent, startCompiler } from './compiler';

let folder: string;
const entry = () => join(folder, 'src/slice.ts');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-compiler-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(entry(), 'export {};');
  const config = {
    mode: 'development',
    context: folder,
    entry: entry(),
    output: { path: join(folder, 'dist') },
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'rspack.config.ts'), `export default ${JSON.stringify(config)};`);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const start = (onEvent: (event: CompilerEvent) => void, onRestart: () => void) =>
  startCompiler([folder], join(folder, 'dist'), onEvent, onRestart);

it('stops at once, before its process has read a configuration', async () => {
  await start(vi.fn(), vi.fn()).close();
});

it('compiles the last of several changes of a file that restarts it, and stops', async () => {
  let restarts = 0;
  let onBuilt: (event: CompilerEvent) => void = () => undefined;
  /** Of the last restart. */
  let built: Promise<CompilerEvent> | undefined;
  const compiler = start(
    (event) => {
      if (event.kind === 'built') onBuilt(event);
    },
    () => {
      restarts += 1;
      built = new Promise((resolve) => (onBuilt = resolve));
    },
  );
  for (const text of ['one', 'two']) {
    const before = restarts;
    writeFileSync(entry(), `export const text = '${text}';`);
    // The process of the change before is still starting.
    await vi.waitFor(() => {
      expect(restarts).toBeGreaterThan(before);
    });
  }
  expect(await built).toMatchObject({ kind: 'built', app: basename(folder) });
  await compiler.close();
});
