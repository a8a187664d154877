/**
 * Forms of stored values. A save names the state that its form was opened with. If another form has saved since, it saves
 * nothing, and the form follows.
 */
import { isAppError } from '@slipway/contracts';

/** Stored values, as a form shows them. */
export interface Stored<Draft> {
  /** The form's initial values. */
  draft: Draft;
  /** Names the stored state; a new agent has none. */
  etag?: string;
}

/**
 * Saves a form that was opened with `etag`. If the values were changed since, saves nothing and returns the current ones.
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

/** A draft on top of newer values. */
export interface Rebased<Draft> {
  draft: Draft;
  /** The fields that both changed, differently: saving the draft replaces them. */
  replaces: readonly (keyof Draft)[];
}

/** What is saved may be without the spaces around it. */
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Fields that the user changed stay; the others follow. */
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
