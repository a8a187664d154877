/** The work of the compiler process. It reads each app's `rspack.config.ts`, so a team's own settings apply here too. */
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Compiler, type Configuration, rspack, type Stats } from '@rspack/core';
import type { CompilerEvent } from './compiler';

/** Milliseconds to wait for further changes before a build: editors write several files at once. */
const GATHER = 20;

/** Ignores send errors: a build may finish after the parent process has disconnected. */
const send = (event: CompilerEvent) => process.send?.(event, undefined, undefined, () => undefined);

/** Compiles the apps until the parent process disconnects. */
export async function compile(directories: readonly string[]): Promise<void> {
  // Ctrl-C reaches every process of the terminal, but the parent process decides when this one stops.
  process.on('SIGINT', () => undefined);
  if (!process.connected) return; // while this was loaded
  const compilers = Promise.all(directories.map(start));
  process.once('disconnect', () => {
    void compilers.then((all) => {
      for (const compiler of all) compiler?.close(() => undefined);
    });
  });
  await compilers;
}

async function start(directory: string): Promise<Compiler | undefined> {
  const app = basename(directory);
  try {
    const file = pathToFileURL(join(directory, 'rspack.config.ts')).href;
    const compiler = rspack(((await import(file)) as { default: Configuration }).default);
    compiler.hooks.watchRun.tap('slipway', () => {
      send({ kind: 'started', app });
    });
    compiler.watch({ aggregateTimeout: GATHER }, (error, stats) => {
      send(result(app, error, stats));
    });
    return compiler;
  } catch (error) {
    // An error in the configuration is reported like a failed build; changing the file restarts the process.
    send({ kind: 'failed', app, error: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

function result(app: string, error: Error | null, stats: Stats | undefined): CompilerEvent {
  if (error || !stats || stats.hasErrors()) {
    const details = stats?.toString({ all: false, errors: true, moduleTrace: true, colors: false });
    return { kind: 'failed', app, error: (error?.message ?? details ?? '').trim() };
  }
  const { hash, startTime, endTime } = stats;
  return { kind: 'built', app, hash: hash ?? '', milliseconds: (endTime ?? 0) - (startTime ?? 0) };
}
