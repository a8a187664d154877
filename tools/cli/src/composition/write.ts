/** Writes a revision: claims its number, writes its documents, and moves the pointer last. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  AppError,
  type Composition,
  isAppError,
  parseComposition,
  type ShellRelease,
  type SliceRelease,
} from '@slipway/contracts';
import { documentName, pointerKey, revisionBase, revisionsFolder } from '../store/keys';
import type { Store } from '../store/store';
import { writeFiles } from '../store/writeFiles';
import { asRevision, type CompositionContent } from './compose';
import { renderDocument } from './document';
import { currentRevision } from './read';
import type { RevisionRecord } from './record';

/** Milliseconds between two looks at the pointer, at most. */
const MAX_PAUSE = 100;

/** The highest revision that was ever claimed, or 0. An interrupted deploy keeps its number. */
export async function latestClaimedRevision(store: Store, environment: string): Promise<number> {
  const claimed = await store.list(revisionsFolder(environment));
  return Math.max(0, ...claimed.map(Number).filter(Number.isInteger));
}

const compositionKey = (environment: string, revision: number) =>
  `${revisionBase(environment, revision)}composition.json`;

/** Whether the deploy that claimed this number may still be running. */
async function isRunning(
  store: Store,
  environment: string,
  revision: number,
  claimTimeout: number,
): Promise<boolean> {
  const bytes = await store.get(compositionKey(environment, revision));
  try {
    const { createdAt } = parseComposition(JSON.parse(bytes?.toString() ?? ''));
    return Date.now() - Date.parse(createdAt) < claimTimeout;
  } catch {
    return false;
  }
}

export interface Claim {
  /** The revision to replace, or 0 for the first. */
  previous: number;
  /** Milliseconds after which a claimed revision without a pointer counts as abandoned. */
  claimTimeout: number;
}

/**
 * Claims the next revision number for `content` and returns the composition that has it. While another deploy is
 * between its claim and its pointer this waits, since only one of the two can succeed; after `claimTimeout` it assumes
 * that the other deploy crashed.
 * @throws `conflict` when the pointer has moved
 */
export async function claimRevision(
  store: Store,
  content: CompositionContent,
  { previous, claimTimeout }: Claim,
): Promise<Composition> {
  const { environment } = content;
  for (;;) {
    const latest = await latestClaimedRevision(store, environment);
    if ((await currentRevision(store, environment)) !== previous) {
      throw new AppError('conflict', `Another deploy changed ${environment} in the meantime: try again`);
    }
    if (latest <= previous || !(await isRunning(store, environment, latest, claimTimeout))) {
      const composition = asRevision(content, latest + 1);
      try {
        await store.create(compositionKey(environment, latest + 1), Buffer.from(JSON.stringify(composition)));
        return composition;
      } catch (error) {
        if (!isAppError(error) || error.code !== 'conflict') throw error;
      }
    }
    await pause(Math.random() * MAX_PAUSE);
  }
}

/** Writes the record and the documents of a claimed composition, then moves the pointer. @throws `conflict` when it has moved */
export async function writeRevision(
  store: Store,
  composition: Composition,
  record: RevisionRecord,
  shell: ShellRelease,
  slices: readonly SliceRelease[],
): Promise<void> {
  const base = revisionBase(composition.environment, composition.revision);
  const routes = [...shell.routes, ...slices.flatMap((slice) => slice.routes), undefined];
  const documents = routes.map((route) => ({
    key: base + documentName(route?.path ?? '404'),
    bytes: Buffer.from(renderDocument(composition, shell, route)),
  }));
  const files = [{ key: `${base}record.json`, bytes: Buffer.from(JSON.stringify(record)) }, ...documents];
  await writeFiles(store, base.slice(0, -1), files, { effort: 'fast' });

  const pointer = (revision: number) => JSON.stringify({ revision });
  await store.swap(
    pointerKey(composition.environment),
    record.previous === 0 ? undefined : pointer(record.previous),
    pointer(composition.revision),
    base,
  );
}
