/** The apps that run from source: their newest builds, and what an open page may still ask of earlier ones. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Compiled, type DevelopmentState, startCompiler } from '@slipway/build/development';
import type { Release } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { integrityOf } from '../release/publish';

export interface Source {
  id: string;
  /** Absolute. */
  directory: string;
}

/** What happened, for the terminal. */
export type BuildNews =
  { kind: 'built'; app: string; milliseconds: number } | { kind: 'failed'; app: string; problem: string };

export interface Builds {
  /** Resolves when nothing is being compiled: what is read then belongs together. */
  idle(): Promise<void>;
  /** The newest that works of an app from source. */
  release(app: string): Release | undefined;
  /** A file of a build, as its document promised it, or else as it is now. */
  file(app: string, version: string, path: string): Promise<Buffer | undefined>;
  state(): DevelopmentState;
  /** Calls `listener` after every build. Returns the function that ends it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** A page whose slice was never opened asks for the container it was promised; so many builds later it is refused. */
const KEPT = { shell: 2, slice: 100 } as const;

interface App {
  isBusy: boolean;
  hash: string | null;
  problem: string | null;
  release: Release | undefined;
  /** How often it began anew. */
  beginnings: number;
  isBeginning: boolean;
  /** Version to the files whose hashes a document names. Oldest first. */
  kept: Map<string, ReadonlyMap<string, Buffer>>;
}

const unbuilt = (): App => ({
  isBusy: true,
  hash: null,
  problem: null,
  release: undefined,
  beginnings: 0,
  isBeginning: true,
  kept: new Map(),
});

/** The files whose hashes a document or the page's loader checks. */
export const promisedFiles = (release: Release): string[] =>
  release.kind === 'shell'
    ? [...release.scripts, ...release.styles, ...release.beforePaint]
    : Object.keys(release.files).filter((path) => path === release.entry || path === 'remoteEntry.js');

/** Whether it leads nowhere but below the folder that it is read from. */
const isPlain = (path: string) => !path.split(/[\\/]/).some((part) => part === '' || part.startsWith('.'));

/** Compiles each into `<output>/<id>`, and again when a file of it changes. */
export function startBuilds(
  sources: readonly Source[],
  output: string,
  onNews: (news: BuildNews) => void,
): Builds {
  const start = randomUUID();
  for (const { id } of sources) rmSync(join(output, id), { recursive: true, force: true });
  const listeners = new Set<() => void>();
  let waiting: (() => void)[] = [];
  const apps = new Map(sources.map(({ id }) => [id, unbuilt()]));
  const compiler = startCompiler(
    sources.map(({ directory }) => directory),
    output,
    (news) => void take(news),
    () => {
      for (const app of apps.values()) Object.assign(app, { isBusy: true, isBeginning: true });
    },
  );

  async function take(news: Compiled): Promise<void> {
    const id = news.app;
    const app = apps.get(id);
    if (!app) return;
    if (news.kind === 'begun') {
      app.isBusy = true;
      return;
    }
    const read = news.kind === 'built' ? await keep(app, join(output, id)) : news.problem;
    if (read === 'overtaken') return;
    if (news.kind === 'built' && read === undefined) {
      app.hash = news.hash;
      app.problem = null;
      if (app.isBeginning) app.beginnings += 1;
      app.isBeginning = false;
      onNews({ kind: 'built', app: id, milliseconds: news.milliseconds });
    } else {
      app.problem = read ?? '';
      onNews({ kind: 'failed', app: id, problem: app.problem });
    }
    app.isBusy = false;
    for (const listener of listeners) listener();
    if ([...apps.values()].some(({ isBusy }) => isBusy)) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  /** Returns why the build cannot be used; `overtaken` when the next one, of which news will come, is there already. */
  async function keep(app: App, folder: string): Promise<string | undefined> {
    const built = await builtRelease(folder).catch((error: unknown) => String(error));
    if (typeof built === 'string') {
      return `${built}\nIts rspack.config.ts must be made by sliceConfig of @slipway/build, its folder be called as its id`;
    }
    const { release } = built;
    const files = await Promise.all(
      promisedFiles(release).map(async (path) => [path, await readFile(join(folder, path))] as const),
    );
    if (files.some(([path, bytes]) => integrityOf(bytes) !== release.files[path]?.integrity))
      return 'overtaken';
    app.release = release;
    app.kept.set(release.version, new Map(files));
    for (const version of [...app.kept.keys()].slice(0, -KEPT[release.kind])) app.kept.delete(version);
    return undefined;
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
        ...[...apps.values()].map(({ beginnings, release }) => [
          beginnings,
          ...(release?.kind === 'slice' ? [release.routes, release.slots, release.nav] : []),
        ]),
      ]),
      apps: Object.fromEntries([...apps].map(([id, { hash, problem }]) => [id, { hash, problem }])),
    }),

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    close: () => compiler.close(),
  };
}
