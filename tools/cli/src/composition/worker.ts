/**
 * The scripts of the service worker, with the same URLs in all revisions. They are parts of each revision, signed like
 * its documents. `slipway-worker.js` has the files of the shell that the worker may serve, then the worker of the
 * shell's release. It imports `slipway-revision.js`, which has the values of one revision, so a deploy of a slice
 * changes only that file. If the environment has disabled the worker, or the shell has none, the first script removes
 * the installed worker. Decisions 044, 107.
 */
import { AppError, type Composition, type ShellRelease } from '@slipway/contracts';
import { integrityOf } from '../release/integrity';
import type { Shells } from './document';
import { documentName, releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { sha256 } from '../trust/keys';
import { OFFLINE_PATH, type RestFile } from './part';
import { WORKER_REVISION } from './siteFiles';

/** Its name in the folder of a revision, and on the origin. */
export const WORKER = 'slipway-worker.js';

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

/** The shell's files that the worker may serve; `libs/platform/src/offline/serviceWorker.ts` reads it. */
export interface WorkerContent {
  /** A hash of the rest of the script. */
  id: string;
  /** The paths of the shell's own pages. */
  pages: string[];
  /** The shell's files that every browser keeps, by path. */
  shell: Record<string, string>;
  /** The shell's other files, which the worker stores once they are used. */
  lazy: Record<string, string>;
  /** The files of its canary. */
  canary?: { first: Record<string, string>; lazy: Record<string, string> };
}

/** The values of one revision. The same file reads them, and `rest.ts` of the platform. */
export interface WorkerRevision {
  environment: string;
  /** The version of the shell. */
  shell: string;
  revision: number;
  /** The id of its worker: a browser may fetch the two scripts before and after a deploy. */
  worker?: string;
  /** The integrity of the document that opens every page. */
  document: string;
  /** The file with the whole composition. */
  rest: RestFile;
}

type Composed = Pick<Composition, 'shell' | 'serviceWorker'>;

const isLicense = (path: string) => path.endsWith('.txt');

/** The files of a shell that the first page needs, and the lazy ones. `chooser` is needed during a canary. */
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

/** The files of the stable shell, and of its canary. */
function partsOf({ shell: { base, canary } }: Composed, [shell, newer]: Shells): Omit<WorkerContent, 'id'> {
  const { first, lazy } = filesOf(base, shell, canary && shell.chooser);
  return {
    ...{ pages: shell.routes.map(({ path }) => path), shell: first, lazy },
    ...(canary && newer && { canary: filesOf(canary.release.base, newer, undefined) }),
  };
}

const idOf = (parts: object, code: string) => sha256(JSON.stringify([parts, code])).slice(0, 16);

/**
 * The worker of a composition.
 * @throws `invalid_input` when the worker of the shell's release is missing in the store or was changed
 */
export async function workerScript(store: Store, composition: Composed, shells: Shells): Promise<string> {
  const [shell] = shells;
  if (!composition.serviceWorker || shell.worker === undefined) return REMOVAL;
  const key = releaseBase(shell.id, shell.version) + shell.worker;
  const code = (await store.get(key)) ?? Buffer.alloc(0);
  if (integrityOf(code) !== shell.files[shell.worker]?.integrity) {
    throw new AppError(
      'invalid_input',
      `${store.address}/${key} is missing or was changed: publish that build again`,
    );
  }
  const parts = partsOf(composition, shells);
  const content: WorkerContent = { id: idOf(parts, code.toString()), ...parts };
  return `self.slipway=${JSON.stringify(content)};\n${code.toString()}`;
}

const worker = /^self\.slipway=(\{.*\});\n([^]*)$/;

/** The list and the code of a worker; undefined for one that removes it, and for one that was altered. */
function readWorker(script: string): { content: WorkerContent; code: string } | undefined {
  const [, json, code] = worker.exec(script) ?? [];
  if (json === undefined || code === undefined) return undefined;
  try {
    const content = JSON.parse(json) as WorkerContent;
    const { id, ...parts } = content;
    return id === idOf(parts, code) ? { content, code } : undefined;
  } catch {
    return undefined;
  }
}

const revisionText = (content: object) => `self.slipwayRevision=${JSON.stringify(content)};\n`;

/** The script with the values of a revision whose worker is `script`. `documents` are its documents by name. */
export function workerRevision(
  { environment, revision, shell }: Pick<Composition, 'environment' | 'revision' | 'shell'>,
  script: string,
  documents: ReadonlyMap<string, Buffer>,
  rest: RestFile,
): Buffer {
  const worker = readWorker(script)?.content.id;
  const offline = documents.get(documentName(OFFLINE_PATH)) ?? Buffer.alloc(0);
  const content: WorkerRevision = {
    ...{ environment, shell: shell.version, revision },
    ...(worker !== undefined && { worker }),
    ...{ document: integrityOf(offline), rest },
  };
  return Buffer.from(revisionText(content));
}

/** The content of such a script; undefined for any other text. */
function readRevision(text: string): WorkerRevision | undefined {
  const [, json] = /^self\.slipwayRevision=(\{.*\});\n$/.exec(text) ?? [];
  try {
    const content = JSON.parse(json ?? '') as WorkerRevision;
    return revisionText(content) === text ? content : undefined; // only JSON
  } catch {
    return undefined;
  }
}

/** The same script for another revision of the same shell. */
export function workerRevisionIn(
  text: string,
  revision: number,
  offline: Uint8Array,
  rest: RestFile,
): string {
  const content = readRevision(text);
  return content ? revisionText({ ...content, revision, document: integrityOf(offline), rest }) : text;
}

const hashOf = (parts: object, code: string) => sha256(JSON.stringify([parts, code]));

/** A hash of the worker, which approvals cover: `plannedWorkers` returns that of a planned composition. */
export function workerHash(script: string): string {
  const found = readWorker(script);
  if (!found) return sha256(script);
  const { id: _, ...parts } = found.content;
  return hashOf(parts, integrityOf(Buffer.from(found.code)));
}

const REVISION_HASH = sha256(WORKER_REVISION);

/** A constant for every valid script: its values differ in every revision, or follow from the other files. */
export const workerRevisionHash = (text: string): string =>
  readRevision(text) ? REVISION_HASH : sha256(text);

/** The hashes of both scripts, by name. */
export function plannedWorkers(composition: Composed, shells: Shells): Record<string, string> {
  const [shell] = shells;
  const isOn = composition.serviceWorker && shell.worker !== undefined;
  const own = shell.files[shell.worker ?? '']?.integrity ?? '';
  return {
    [WORKER]: isOn ? hashOf(partsOf(composition, shells), own) : sha256(REMOVAL),
    [WORKER_REVISION]: REVISION_HASH,
  };
}
