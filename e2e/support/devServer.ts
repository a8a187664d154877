/** A team that works on a slice: `slipway dev` as a separate process, and the files it changes. */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { env } from './slipwayCli';
import { root } from './server';

interface DevEvent {
  event: 'ready' | 'built' | 'failed' | 'warning' | 'stopped';
  address?: string;
  app?: string;
  error?: string;
}

export interface DevServer {
  /** The URL of the first page of the first slice. */
  address: string;
  origin: string;
  /** Milliseconds from the command to its word that the page is there. */
  readyAfter: number;
  /** Everything it has printed so far. */
  events: readonly DevEvent[];
  /** As Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** `folder` is the workspace that it runs in. @throws an error with its output if it exits before it is ready */
export const startDev = (folder: string, ...argv: string[]): Promise<DevServer> =>
  startServing(folder, 'dev', ...argv);

/** Starts a command that serves pages: `dev` or `open`. @throws like `startDev` */
export function startServing(folder: string, ...argv: string[]): Promise<DevServer> {
  const began = Date.now();
  const child = spawn(process.execPath, [join(root, 'tools/cli/bin/slipway.mjs'), ...argv, '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const events: DevEvent[] = [];
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (!line.startsWith('{"')) return; // the last word, over several lines
      const event = JSON.parse(line) as DevEvent;
      events.push(event);
      if (event.event !== 'ready' || !event.address) return;
      resolve({
        ...{ address: event.address, origin: new URL(event.address).origin, events },
        readyAfter: Date.now() - began,
        stop() {
          child.kill('SIGINT');
          return ended;
        },
      });
    });
    void ended.then((code) => {
      reject(new Error(`slipway ${argv.join(' ')} ended (${String(code)}): ${output}`));
    });
  });
}

export interface SourceFile {
  /** As it is now. */
  text(): string;
  append(words: string): void;
  replace(words: string, others: string): void;
  putBack(): void;
}

export function sourceFile(path: string): SourceFile {
  const source = readFileSync(path, 'utf8');
  return {
    text: () => readFileSync(path, 'utf8'),
    append(words) {
      appendFileSync(path, words);
    },
    replace(words, others) {
      if (!source.includes(words)) throw new Error(`${path} has no ${words}`);
      writeFileSync(path, source.replace(words, others));
    },
    putBack() {
      writeFileSync(path, source);
    },
  };
}
