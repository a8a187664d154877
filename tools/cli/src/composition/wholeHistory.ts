/** The history of an environment, for display: continues after a damaged revision, and names it. */
import { isAppError } from '@slipway/contracts';
import { revisionBase } from '../store/keys';
import { readAhead } from '../store/readOnce';
import type { Store } from '../store/store';
import { memoryOf } from '../trust/memory';
import { statementKey } from '../trust/paths';
import { recalledComposition } from '../trust/recalledComposition';
import { parseStatement } from '../trust/statements';
import { currentRevision, readRevision, type Revision } from './read';
import { parseRecord } from './record';
import { claimedRevisions } from './write';

export interface DamagedRevision {
  revision: number;
  /** Why it cannot be read, and what to do. */
  damage: string;
}

/** The revisions that were current, newest first, without verification. */
export async function* wholeHistory(
  store: Store,
  environment: string,
): AsyncGenerator<Revision | DamagedRevision> {
  let unread = Infinity;
  const parse = (bytes: Uint8Array, file: string) => recalledComposition(memoryOf(store), bytes, file);
  for (let revision = await currentRevision(store, environment); revision > 0;) {
    if (revision <= unread) {
      readBlock(store, environment, revision);
      unread = revision - AHEAD;
    }
    let read: Revision | undefined;
    try {
      read = await readRevision(store, environment, revision, parse);
    } catch (error) {
      if (!isAppError(error) || !['invalid_input', 'not_found'].includes(error.code)) throw error;
      yield { revision, damage: error.message };
    }
    if (read) yield read;
    const previous = read ? read.record.previous : await previousOf(store, environment, revision);
    if (previous >= revision) return; // a record that was altered could lead in a circle
    revision = previous;
  }
}

/** The number of revisions that are read in parallel: a predecessor nearly always has the previous number. */
const AHEAD = 16;

function readBlock(store: Store, environment: string, newest: number): void {
  const numbers = Array.from({ length: AHEAD }, (_, index) => newest - index).filter((one) => one > 0);
  const filesOf = (number: number) =>
    ['composition.json', 'record.json'].map((name) => revisionBase(environment, number) + name);
  readAhead(store, numbers.flatMap(filesOf));
}

/** The revision before a damaged one: from its record, else from its statement, else the highest number below. */
async function previousOf(store: Store, environment: string, revision: number): Promise<number> {
  const [record, statement] = await Promise.all([
    store.get(`${revisionBase(environment, revision)}record.json`),
    store.get(statementKey(environment, revision)),
  ]);
  const sources = [
    () => parseRecord(JSON.parse(record?.toString() ?? ''), 'record.json').previous,
    () => parseStatement(statement ?? Buffer.alloc(0), environment, revision).facts.previous.revision,
  ];
  for (const source of sources) {
    try {
      return source();
    } catch {
      // Damaged too.
    }
  }
  const numbers = await claimedRevisions(store, environment);
  return Math.max(0, ...numbers.filter((number) => number < revision));
}
