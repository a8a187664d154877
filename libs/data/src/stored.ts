/**
 * Forms of stored values, with optimistic locking. A save sends the etag that its form was opened with. If the values
 * have changed since, nothing is saved and the form shows the current values.
 */
import { isAppError } from '@slipway/contracts';

/** Stored values, as a form shows them. */
export interface Stored<Draft> {
  /** The form's initial values. */
  draft: Draft;
  /** The etag of the stored values; a new agent has none. */
  etag?: string;
}

/**
 * Saves a form that was opened with `etag`. Returns undefined, or, if the values have changed since, the current ones:
 * then nothing is saved.
 * @throws as `save` and `read`
 */
export async function saveStored<S extends Stored<unknown>>(
  etag: string | undefined,
  save: () => Promise<unknown>,
  read: () => Promise<S>,
): Promise<S | undefined> {
  try {
    await save();
    return undefined;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'conflict') throw error;
    const current = await read();
    if (current.etag === etag) throw error;
    return current;
  }
}

/** A draft rebased onto newer values. */
export interface Rebased<Draft> {
  draft: Draft;
  /**
   * Fields that the user and the newer values both changed, to different values. Saving the draft overwrites the newer
   * values.
   */
  replaces: readonly (keyof Draft)[];
}

/** The server may trim text before it stores it. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Keeps the fields that the user changed, and takes all others from `to`. */
export function rebase<Draft extends object>(
  draft: Draft,
  from: Stored<Draft>,
  to: Stored<Draft>,
): Rebased<Draft> {
  const keys = Object.keys(to.draft) as (keyof Draft)[];
  const changed = keys.filter((key) => draft[key] !== from.draft[key]);
  // A value that a draft does not contain is beside it.
  const [before, now]: Draft[] = [
    { ...from.draft, ...from },
    { ...to.draft, ...to },
  ];
  const replaces = changed.filter(
    (key) => ![before?.[key], draft[key]].map(trimmed).includes(trimmed(now?.[key])),
  );
  const own = Object.fromEntries(changed.map((key) => [key, draft[key]])) as Partial<Draft>;
  return { draft: { ...to.draft, ...own }, replaces };
}
