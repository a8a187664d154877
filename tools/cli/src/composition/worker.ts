/**
 * The script of the service worker, at one address for all revisions. It is a part of each revision, signed like its
 * documents: what the worker may serve, then the worker of the shell's release. Where the environment has switched it off,
 * and for a shell without one, the same address has a worker that removes the installed one. Decision 044.
 */
import { AppError, type Composition, type ShellRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import type { Shells } from './document';
import { documentName, releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';
import type { RestFile } from './part';

/** Its name in the folder of a revision, and on the origin. */
export const WORKER = 'slipway-worker.js';

/** It opens every page: the shell reads the path from the address. */
const HOME = documentName('/');

/** Plain JavaScript: it must work whatever the shell's release contains. */
const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('slipway'));
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
`;

/** The files that the worker of a revision may serve; `libs/platform/src/offline/serviceWorker.ts` reads it. */
export interface WorkerContent {
  revision: number;
  /** The integrity of the document of `/`. */
  document: string;
  /** The file with the whole composition; without it, the document has it. */
  rest?: RestFile;
  /** The paths of the shell's own pages. */
  pages: string[];
  /** The shell's files that every browser keeps, by path. */
  shell: Record<string, string>;
  /** Its other files, which are kept once they were used. */
  lazy: Record<string, string>;
  /** The files of its canary. */
  canary?: { first: Record<string, string>; lazy: Record<string, string> };
}

type Composed = Pick<Composition, 'shell' | 'serviceWorker'>;

const isLicense = (path: string) => path.endsWith('.txt');

/** The files of a shell that are needed first, and the others. `chooser` is needed while there is a canary. */
function filesOf(base: string, shell: ShellRelease, chooser: string | undefined) {
  const { scripts, styles, beforePaint, icons, preload, pages, prerendered = {} } = shell;
  const shown = Object.values(prerendered).flatMap((page) => page.styles);
  const first = [scripts, styles, shown, beforePaint, icons, preload, ...Object.values(pages), chooser ?? []];
  const kept = new Set(first.flat());
  const unused = [shell.worker, ...(chooser === undefined ? [shell.chooser] : [])];
  const files = Object.entries(shell.files).filter(([path]) => !unused.includes(path) && !isLicense(path));
  const listed = (isKept: boolean) =>
    Object.fromEntries(
      files
        .filter(([path]) => kept.has(path) === isKept)
        .map(([path, { integrity }]) => [base + path, integrity]),
    );
  return { first: listed(true), lazy: listed(false) };
}

/** Whether the shells of a composition fetch the rest of it. */
const hasRest = ([shell, newer]: Shells) => shell.links && (!newer || newer.links);

/** The part that depends on the shells only: the stable one, and its canary. */
function partsOf(
  { shell: { base, canary } }: Composed,
  [shell, newer]: Shells,
): Omit<WorkerContent, 'revision' | 'document' | 'rest'> {
  const { first, lazy } = filesOf(base, shell, canary && shell.chooser);
  return {
    ...{ pages: shell.routes.map(({ path }) => path), shell: first, lazy },
    ...(canary && newer && { canary: filesOf(canary.release.base, newer, undefined) }),
  };
}

/**
 * The script for a revision. `documents` are its documents by name, `rest` is the file with its composition.
 * @throws `invalid_input` when the worker of the shell's release is missing in the store or was changed
 */
export async function workerScript(
  store: Store,
  composition: Composition,
  [shell, newer]: Shells,
  documents: ReadonlyMap<string, Buffer>,
  rest: RestFile,
): Promise<string> {
  const home = documents.get(HOME);
  if (!composition.serviceWorker || shell.worker === undefined || !home) return REMOVAL;
  const key = releaseBase(shell.id, shell.version) + shell.worker;
  const code = await store.get(key);
  if (!code || integrityOf(code) !== shell.files[shell.worker]?.integrity) {
    throw new AppError(
      'invalid_input',
      `${store.address}/${key} is missing or was changed: publish that build again`,
    );
  }
  const content: WorkerContent = {
    revision: composition.revision,
    document: integrityOf(home),
    ...(hasRest([shell, newer]) && { rest }),
    ...partsOf(composition, [shell, newer]),
  };
  return `self.slipway=${JSON.stringify(content)};\n${code.toString()}`;
}

/** Fields that differ in every revision. */
const PER_REVISION = ['revision', 'document', 'rest'];

const hashOf = (parts: object, code: string) => sha256(JSON.stringify([parts, code]));

/**
 * A hash of the script without what differs in every revision. Approvals cover it: `plannedWorkerHash` is the hash that
 * the script of a composition will have.
 */
export function workerHash(script: string): string {
  const [, json = '', code = ''] = /^self\.slipway=(\{.*\});\n([^]*)$/.exec(script) ?? [];
  try {
    const content = JSON.parse(json) as object;
    const parts = Object.entries(content).filter(([name]) => !PER_REVISION.includes(name));
    return hashOf(Object.fromEntries(parts), integrityOf(Buffer.from(code)));
  } catch {
    return sha256(script); // a worker that removes it
  }
}

export function plannedWorkerHash(composition: Composed, [shell, newer]: Shells): string {
  if (!composition.serviceWorker || shell.worker === undefined) return sha256(REMOVAL);
  return hashOf(partsOf(composition, [shell, newer]), shell.files[shell.worker]?.integrity ?? '');
}
