/** The compiler of `slipway dev` restarts and stops while its process is still starting. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

const start = (events: CompilerEvent[] = [], onRestart: () => void = () => undefined) =>
  startCompiler([folder], join(folder, 'dist'), (event) => events.push(event), onRestart);

it('stops at once, before its process has read a configuration', async () => {
  await start().close();
});

it('compiles the last of several changes of a file that restarts it, and stops', async () => {
  const events: CompilerEvent[] = [];
  const restarts = vi.fn();
  const compiler = start(events, restarts);
  for (const text of ['one', 'two']) {
    writeFileSync(entry(), `export const text = '${text}';`);
    await pause(300);
  }
  await vi.waitFor(() => {
    expect(restarts).toHaveBeenCalledTimes(2);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'built', app: basename(folder) }));
  });
  await compiler.close();
});
