/**
 * Compiles apps for development in a process of its own, which begins anew when a manifest changes: an app's
 * configuration is made from it. One process for all, since most of its start is the reading of Rspack.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { watch } from 'node:fs';
import { basename, join } from 'node:path';

export type Compiled =
  | { kind: 'begun'; app: string }
  | { kind: 'built'; app: string; hash: string; milliseconds: number }
  | { kind: 'failed'; app: string; problem: string };

export interface Compiler {
  close(): Promise<void>;
}

/** What a configuration is made from. */
const configurationFiles = [
  'rspack.config.ts',
  'slice.manifest.ts',
  'shell.manifest.ts',
  'package.json',
  // Which parts a manifest's routes and slots have.
  join('src', 'slice.ts'),
  join('src', 'pages.ts'),
];

/** Milliseconds: an editor writes a file more than once. */
const GATHER = 50;

/**
 * Compiles the app of each directory into `<output>/<folder's name>`, and again when a file of it changes.
 * `onRestart` is called when all begin anew: no hot update leads from the builds before to those that follow.
 */
export function startCompiler(
  directories: readonly string[],
  output: string,
  onNews: (news: Compiled) => void,
  onRestart: () => void,
): Compiler {
  let compiling = start();
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'compile.mjs'), [...directories], {
      env: { ...process.env, SLIPWAY_DEVELOPMENT: output },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (news) => {
      onNews(news as Compiled);
    });
    child.once('exit', (code) => {
      if (child !== compiling || !child.connected) return;
      const problem = `The compiler ended (${String(code)}): the terminal may say why; stop, and start again`;
      for (const directory of directories) onNews({ kind: 'failed', app: basename(directory), problem });
    });
    return child;
  }

  async function restart(): Promise<void> {
    onRestart();
    await ended(compiling);
    if (!isClosed) compiling = start();
  }

  const watchers = directories.flatMap((directory) =>
    ['', 'src'].map((folder) =>
      watch(join(directory, folder), (_event, file) => {
        if (file === null || !configurationFiles.includes(join(folder, file))) return;
        clearTimeout(again);
        again = setTimeout(() => void restart(), GATHER);
      }),
    ),
  );

  return {
    async close() {
      isClosed = true;
      clearTimeout(again);
      for (const watcher of watchers) watcher.close();
      await ended(compiling);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  if (child.connected) child.disconnect();
  await exit;
}
