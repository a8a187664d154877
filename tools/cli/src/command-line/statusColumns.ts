/** The environments that `slipway status` shows, each read and verified: what is wrong with one is in its column. */
import { isAppError } from '@slipway/contracts';
import { readCurrent, type Revision } from '../composition/read';
import { compositionSettings, settingsNotice } from '../composition/settings';
import type { Workspace } from '../environment/workspace';
import type { BreakGlass } from '../policy/breakGlass';
import { RELEASES } from '../store/keys';
import type { Store } from '../store/store';
import { readAuthors } from '../trust/reading';
import { previewNames } from './previewNames';
import { withAuthors } from './statusAuthors';
import { environmentFile } from './target';

export interface Column {
  environment: string;
  revision: Revision | undefined;
  /** A sentence for a file that differs from the current settings, or for a store without a revision of the environment. */
  notice: string | undefined;
  /** Changes that bypassed the policy, and that have no approval since. */
  breakGlass: readonly BreakGlass[];
  /** Why it could not be read. The other environments are still shown. */
  failure: string | undefined;
  /** Why its revision is not verified. It is still shown. */
  unverified: string | undefined;
  /** Whether it is damaged, as opposed to a missing root on this machine. */
  isDamaged: boolean;
}

export async function columnOf(workspace: Workspace, name: string): Promise<Column> {
  try {
    const environment = workspace.environment(name);
    const store = await workspace.store(environment);
    const revision = await readCurrent(store, environment.name);
    const authors = revision && (await readAuthors({ options: workspace.trust, store, environment }));
    const shown = revision && (await withAuthors(revision, authors));
    const file = { path: environmentFile({ workspace, named: name }), environment };
    const notice = revision
      ? settingsNotice(name, file, await compositionSettings(store, revision.composition))
      : await emptyNotice(name, store);
    const breakGlass = (await authors?.breakGlass()) ?? [];
    const unverified = await authors?.failure();
    const isDamaged = unverified !== undefined && authors?.canVerify === true;
    return {
      environment: name,
      revision: shown,
      notice,
      breakGlass,
      failure: undefined,
      unverified,
      isDamaged,
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return unread(name, error.message);
  }
}

/** Often the command looks at another folder than the server: `SLIPWAY_HOME` differs, or a volume is not mounted. */
async function emptyNotice(name: string, store: Store): Promise<string> {
  const apps = await store.list(RELEASES);
  return apps.length === 0
    ? `${name} runs nothing: ${store.address} has no releases. Deploy to it, or correct SLIPWAY_HOME or the environment's "store" if that is the wrong place`
    : `${name} runs nothing yet: ${store.address} has releases, but none was deployed to it`;
}

const unread = (environment: string, failure: string): Column => ({
  ...{ environment, failure, revision: undefined, notice: undefined, breakGlass: [] },
  ...{ unverified: undefined, isDamaged: false },
});

/** Previews are too many for columns: they get a line each, newest first. */
export async function previewsOf(workspace: Workspace): Promise<Column[]> {
  const failed: Column[] = [];
  const names = await previewNames(workspace, ({ name }, failure) => {
    failed.push(unread(name, failure));
  });
  const columns = [...(await Promise.all(names.map((name) => columnOf(workspace, name)))), ...failed];
  const createdAt = ({ revision }: Column) => revision?.composition.createdAt ?? '';
  return columns.sort((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1));
}
