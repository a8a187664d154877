/** Removes foreign files from the folder of a revision before it is signed and served. */
import { allEnded } from '../store/parallel';
import type { Store } from '../store/store';

/**
 * Only the deploy that claimed the number may fill its folder: a web server would serve the files that others put there.
 * `own` are its keys.
 */
export async function removePlanted(store: Store, folder: string, own: ReadonlySet<string>): Promise<void> {
  const folders = new Set([...own].map((key) => key.slice(0, key.lastIndexOf('/'))));
  const isParent = (key: string) => [...folders].some((one) => one === key || one.startsWith(`${key}/`));
  const planted = (await store.list(folder))
    .map((name) => `${folder}/${name}`)
    .filter((key) => !own.has(key));
  await allEnded(planted.map((key) => (isParent(key) ? removePlanted(store, key, own) : store.remove(key))));
}
