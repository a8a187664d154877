/** Builds of the apps that run from source: the newest of each, and files of earlier ones that an open page may still request. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CompilerEvent, type DevelopmentState, startCompiler } from '@slipway/build/development';
import type { Release } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { integrityOf } from '../release/integrity';

export interface Source {
  id: string;
  /** Absolute. */
  directory: string;
}

/** The result of a build, for the terminal. */
export type BuildResult =
  | { kind: 'built'; app: string; milliseconds: number }
  | { kind: 'failed'; app: string; error: string };

export interface Builds {
  /** Resolves when no build is running: all releases are up to date. */
  idle(): Promise<void>;
  /** The newest successful build of an app. */
  release(app: string): Release | undefined;
  /** A file of a build as the document listed it, else the current file. */
  file(app: string, version: string, path: string): Promise<Buffer | undefined>;
  state(): DevelopmentState;
  /** Calls `listener` after every build. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Builds whose files are kept: an open page may still request the container that its document listed. */
const KEPT = { shell: 2, slice: 100 } as const;

interface App {
  isBusy: boolean;
  hash: string | null;
  error: string | null;
  release: Release | undefined;
  /** Times that the compiler was started. */
  starts: number;
  isStarting: boolean;
  /** Version to the files whose hashes a document lists. Oldest first. */
  kept: Map<string, ReadonlyMap<string, Buffer>>;
}

const unbuilt = (): App => ({
  isBusy: true,
  hash: null,
  error: null,
  release: undefined,
  starts: 0,
  isStarting: true,
  kept: new Map(),
});

/** The files whose hashes a document lists, for the browser or the page's loader to check. */
export const listedFiles = (release: Release): string[] =>
  release.kind === 'shell'
    ? [...release.scripts, ...release.styles, ...release.beforePaint]
    : Object.keys(release.files).filter((path) => path === release.entry || path === 'remoteEntry.js');

/** Whether a path stays below its folder, without hidden files. */
export const isPlain = (path: string) =>
  !path.split(/[\\/]/).some((part) => part === '' || part.startsWith('.'));

/** Compiles each app into `<output>/<id>`, and again when a file of it changes. */
export function startBuilds(
  sources: readonly Source[],
  output: string,
  onResult: (result: BuildResult) => void,
): Builds {
  const start = randomUUID();
  for (const { id } of sources) rmSync(join(output, id), { recursive: true, force: true });
  const changes = new EventEmitter();
  let waiting: (() => void)[] = [];
  const apps = new Map(sources.map(({ id }) => [id, unbuilt()]));
  const compiler = startCompiler(
    sources.map(({ directory }) => directory),
    output,
    (event) => void handle(event),
    () => {
      for (const app of apps.values()) Object.assign(app, { isBusy: true, isStarting: true });
    },
  );

  async function handle(event: CompilerEvent): Promise<void> {
    const id = event.app;
    const app = apps.get(id);
    if (!app) return;
    if (event.kind === 'started') {
      app.isBusy = true;
      return;
    }
    const kept = event.kind === 'built' ? await keep(app, join(output, id)) : { error: event.error };
    if (kept === 'outdated') return;
    if (event.kind === 'built' && kept === 'kept') {
      app.hash = event.hash;
      app.error = null;
      if (app.isStarting) app.starts += 1;
      app.isStarting = false;
      onResult({ kind: 'built', app: id, milliseconds: event.milliseconds });
    } else {
      app.error = kept === 'kept' ? '' : kept.error;
      onResult({ kind: 'failed', app: id, error: app.error });
    }
    app.isBusy = false;
    changes.emit('change');
    if ([...apps.values()].some(({ isBusy }) => isBusy)) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  /** Takes a build's files. `outdated` means that a newer build has replaced them, whose event follows. */
  async function keep(app: App, folder: string): Promise<'kept' | 'outdated' | { error: string }> {
    const built = await builtRelease(folder).catch((error: unknown) => String(error));
    if (typeof built === 'string') {
      return {
        error: `${built}\nIts rspack.config.ts must use sliceConfig from @slipway/build, and its folder must have the slice's id as its name`,
      };
    }
    const { release } = built;
    const reading = listedFiles(release).map(
      async (path) => [path, await readFile(join(folder, path))] as const,
    );
    const files = await Promise.all(reading).catch((error: unknown) => String(error));
    if (typeof files === 'string') {
      return {
        error: `${files}\nThe build lists this file: save a file of the app to build it again. If ${folder} was removed, restart slipway dev`,
      };
    }
    if (files.some(([path, bytes]) => integrityOf(bytes) !== release.files[path]?.integrity))
      return 'outdated';
    app.release = release;
    app.kept.set(release.version, new Map(files));
    for (const version of [...app.kept.keys()].slice(0, -KEPT[release.kind])) app.kept.delete(version);
    return 'kept';
  }

  return {
    idle: () =>
      [...apps.values()].some(({ isBusy }) => isBusy)
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(),

    release: (id) => apps.get(id)?.release,

    async file(id, version, path) {
      if (!isPlain(path)) return undefined;
      const kept = apps.get(id)?.kept.get(version)?.get(path);
      return kept ?? readFile(join(output, id, path)).catch(() => undefined);
    },

    state: () => ({
      document: JSON.stringify([
        start,
        ...[...apps.values()].map(({ starts, release }) => [
          starts,
          ...(release?.kind === 'slice' ? [release.routes, release.slots, release.nav] : []),
        ]),
      ]),
      apps: Object.fromEntries([...apps].map(([id, { hash, error }]) => [id, { hash, error }])),
    }),

    onChange(listener) {
      changes.on('change', listener);
      return () => {
        changes.off('change', listener);
      };
    },

    close: () => compiler.close(),
  };
}
