/** The history of an environment for people: goes on behind a revision that is damaged, and says which one it is. */
import { isAppError } from '@slipway/contracts';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { statementKey } from '../trust/paths';
import { parseStatement } from '../trust/statements';
import { currentRevision, readRevision, type Revision } from './read';
import { parseRecord } from './record';
import { claimedRevisions } from './write';

export interface DamagedRevision {
  revision: number;
  /** Why it cannot be read, and what to do. */
  damage: string;
}

/** The revisions that were live, newest first. Nothing of it is verified. */
export async function* wholeHistory(
  store: Store,
  environment: string,
): AsyncGenerator<Revision | DamagedRevision> {
  for (let revision = await currentRevision(store, environment); revision > 0;) {
    let read: Revision | undefined;
    try {
      read = await readRevision(store, environment, revision);
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
