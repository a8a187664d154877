/** Writes a revision: takes its number, writes what it is made of, moves the pointer last. */
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
import { renderDocument } from './document';
import { currentRevision } from './read';
import type { RevisionRecord } from './record';

/** Milliseconds between two looks at the pointer, at most. */
const LONGEST_PAUSE = 100;

/** The newest revision ever begun, or 0: a deploy that was cut leaves its number taken. */
export async function newestBegun(store: Store, environment: string): Promise<number> {
  const begun = await store.list(revisionsFolder(environment));
  return Math.max(0, ...begun.map(Number).filter(Number.isInteger));
}

const compositionKey = (environment: string, revision: number) =>
  `${revisionBase(environment, revision)}composition.json`;

/** Whether whoever took this number may still be at work. */
async function isUnderWay(
  store: Store,
  environment: string,
  revision: number,
  patience: number,
): Promise<boolean> {
  const bytes = await store.get(compositionKey(environment, revision));
  try {
    const { createdAt } = parseComposition(JSON.parse(bytes?.toString() ?? ''));
    return Date.now() - Date.parse(createdAt) < patience;
  } catch {
    return false;
  }
}

/**
 * Takes the next number after `before` (0 for the first) and returns the composition that has it.
 * While somebody else is between number and pointer it waits, since one of two would be for nothing; after `patience`
 * milliseconds it takes them for dead.
 * @throws `conflict` when the pointer was moved
 */
export async function claim(
  store: Store,
  environment: string,
  before: number,
  composeAs: (revision: number) => Composition,
  patience: number,
): Promise<Composition> {
  for (;;) {
    const newest = await newestBegun(store, environment);
    if ((await currentRevision(store, environment)) !== before) {
      throw new AppError(
        'conflict',
        `${environment} was changed by somebody else: look again, then try again`,
      );
    }
    if (newest <= before || !(await isUnderWay(store, environment, newest, patience))) {
      const composition = composeAs(newest + 1);
      try {
        await store.create(compositionKey(environment, newest + 1), Buffer.from(JSON.stringify(composition)));
        return composition;
      } catch (error) {
        if (!isAppError(error) || error.code !== 'conflict') throw error;
      }
    }
    await pause(Math.random() * LONGEST_PAUSE);
  }
}

/** Everything of a claimed composition but the composition, then the pointer. @throws `conflict` when it was moved */
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
  await writeFiles(store, base.slice(0, -1), files, { effort: 'quick' });

  const pointer = (revision: number) => JSON.stringify({ revision });
  await store.swap(
    pointerKey(composition.environment),
    record.previous === 0 ? undefined : pointer(record.previous),
    pointer(composition.revision),
    base,
  );
}
