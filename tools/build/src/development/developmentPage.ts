/** What the shell of a development page offers to the bundles on it. */
import type * as refreshRuntime from 'react-refresh/runtime';

/** The shell gives this to every bundle that is built from source. */
export interface DevelopmentPage {
  /** The page's one Fast Refresh runtime: the one that React DOM reports to. */
  refresh: typeof refreshRuntime;
  /** Calls `listener` with the hash of the app's newest build, now and after each one that works. */
  onBuild(app: string, listener: (hash: string) => void): void;
}

declare global {
  interface Window {
    slipwayDevelopment: DevelopmentPage;
  }
}
