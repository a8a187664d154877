/** Verifies what an environment runs, and loads what a deploy needs, while the slices are built: a machine has time then. */
import type { Target } from './target';
import { loadLibrary } from '../store/delta';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';

/** The results are remembered with the opened store. The deploy does all of it again, and reports what is wrong. */
export async function readEarly({ workspace, environment, store }: Target): Promise<void> {
  const verify = async () => {
    const trust = await openTrust({
      ...{ options: workspace.trust, store, environment, isReadOnly: true },
      now: new Date(), // nothing is compared with it
    });
    await verifiedState(trust, environment.name);
  };
  new Headers(); // loads Node's client for HTTP, with which the deploy asks for the newest migration
  await Promise.allSettled([verify(), loadLibrary()]);
}
