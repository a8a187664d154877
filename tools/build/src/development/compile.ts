/** What the compiling process does. It reads each app's own `rspack.config.ts`, so what a team set there holds here too. */
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Compiler, type Configuration, rspack, type Stats } from '@rspack/core';
import type { Compiled } from './compiler';

/** Milliseconds that files may change before it begins: an editor writes several at once. */
const GATHER = 20;

/** Nobody listens any more to a build that ends after it was stopped. */
const tell = (news: Compiled) => process.send?.(news, undefined, undefined, () => undefined);

/** Ends when the process that started it does. */
export async function compile(directories: readonly string[]): Promise<void> {
  // Ctrl-C reaches every process of the terminal; the one that started this one says when to stop.
  process.on('SIGINT', () => undefined);
  const compilers = await Promise.all(directories.map(start));
  process.on('disconnect', () => {
    for (const compiler of compilers) compiler?.close(() => undefined);
  });
}

async function start(directory: string): Promise<Compiler | undefined> {
  const app = basename(directory);
  try {
    const file = pathToFileURL(join(directory, 'rspack.config.ts')).href;
    const compiler = rspack(((await import(file)) as { default: Configuration }).default);
    compiler.hooks.watchRun.tap('slipway', () => {
      tell({ kind: 'begun', app });
    });
    compiler.watch({ aggregateTimeout: GATHER }, (error, stats) => {
      tell(result(app, error, stats));
    });
    return compiler;
  } catch (error) {
    // Of the configuration: told like a build that fails, and mended by beginning anew.
    tell({ kind: 'failed', app, problem: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

function result(app: string, error: Error | null, stats: Stats | undefined): Compiled {
  if (error || !stats || stats.hasErrors()) {
    const said = stats?.toString({ all: false, errors: true, moduleTrace: true, colors: false });
    const problem = error?.message ?? said ?? '';
    return { kind: 'failed', app, problem: problem.trim() };
  }
  const { hash, startTime, endTime } = stats;
  return { kind: 'built', app, hash: hash ?? '', milliseconds: (endTime ?? 0) - (startTime ?? 0) };
}
