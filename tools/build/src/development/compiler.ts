/**
 * Compiles apps for development in a separate process, which restarts when a manifest changes, because the Rspack
 * configuration depends on it. All apps share one process: loading Rspack is most of its start-up time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { watch } from 'node:fs';
import { basename, join } from 'node:path';

export type CompilerEvent =
  | { kind: 'started'; app: string }
  | { kind: 'built'; app: string; hash: string; milliseconds: number }
  | { kind: 'failed'; app: string; error: string };

export interface Compiler {
  close(): Promise<void>;
}

/** Files that a configuration depends on. */
const configurationFiles = [
  'rspack.config.ts',
  'slice.manifest.ts',
  'shell.manifest.ts',
  'package.json',
  // They name the modules of routes and slots.
  join('src', 'slice.ts'),
  join('src', 'pages.ts'),
];

/** Milliseconds to wait for further changes: editors write a file more than once. */
const GATHER = 50;

/**
 * Compiles the app of each directory into `<output>/<folder name>`, and again when a file of it changes.
 * Calls `onRestart` before all compilers restart: no hot update connects the builds before and after.
 */
export function startCompiler(
  directories: readonly string[],
  output: string,
  onEvent: (event: CompilerEvent) => void,
  onRestart: () => void,
): Compiler {
  let compiling = start();
  let isClosed = false;
  let restartTimer: NodeJS.Timeout | undefined;
  let restarted = Promise.resolve();

  function start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'compile.mjs'), [...directories], {
      env: { ...process.env, SLIPWAY_DEVELOPMENT: output },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (event) => {
      onEvent(event as CompilerEvent);
    });
    child.once('exit', (code) => {
      if (child !== compiling || !child.connected) return;
      const error = `The compiler process exited with code ${String(code)}: see the terminal for errors, then restart slipway dev`;
      for (const directory of directories) onEvent({ kind: 'failed', app: basename(directory), error });
    });
    return child;
  }

  async function restart(): Promise<void> {
    onRestart();
    await stop(compiling);
    if (!isClosed) compiling = start();
  }

  const watchers = directories.flatMap((directory) =>
    ['', 'src'].map((folder) =>
      watch(join(directory, folder), (_event, file) => {
        if (file === null || !configurationFiles.includes(join(folder, file))) return;
        clearTimeout(restartTimer);
        // One restart at a time: two at once would start two processes.
        restartTimer = setTimeout(() => (restarted = restarted.then(restart)), GATHER);
      }),
    ),
  );

  return {
    async close() {
      isClosed = true;
      clearTimeout(restartTimer);
      for (const watcher of watchers) watcher.close();
      await restarted;
      await stop(compiling);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  if (child.connected) child.disconnect();
  await exit;
}
